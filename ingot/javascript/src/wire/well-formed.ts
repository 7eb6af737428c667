/** Whether no unit of a text is half of a pair. Runtimes older than 2023 do not have the method. */
export function isWellFormed(text: string): boolean {
  const method = (text as { isWellFormed?: () => boolean }).isWellFormed;
  return method === undefined ? !/\p{Surrogate}/u.test(text) : method.call(text);
}
