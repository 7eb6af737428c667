/** Names of types: a full name is a namespace, which may be empty, and a simple name. */

/** The full name of a simple or full name within a namespace; a leading dot says that it is in none. */
export function fullName(name: string, namespace: string): string {
  const around = namespace.replace(/^\.+/, '');
  return name.includes('.') || around === '' ? name.replace(/^\.+/, '') : `${around}.${name}`;
}

/** The name without its namespace. */
export function simpleName(full: string): string {
  return full.slice(full.lastIndexOf('.') + 1);
}

/** The namespace; empty if there is none. */
export function namespaceOf(full: string): string {
  return full.slice(0, Math.max(full.lastIndexOf('.'), 0));
}

export function isSimpleName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

export function isFullName(text: string): boolean {
  return text.split('.').every(isSimpleName);
}
