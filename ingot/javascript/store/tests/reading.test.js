// Documents one after another, while others are written; and what a Map would have done.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { opened, says } from './scratch.js';

const WAYS = {
  values: (teas) => teas.values(),
  entries: (teas) => teas.entries(),
  keys: (teas) => teas.keys(),
  raw: (teas) => teas.raw(),
  scan: (teas) => teas.scan({ where: 'grams >= 0' }),
};

function filled(t, count) {
  const teas = opened(t).collection('teas');
  for (let grams = 0; grams < count; grams += 1) teas.put(`tea ${grams}`, { grams });
  return teas;
}

for (const [name, way] of Object.entries(WAYS)) {
  test(`${name} gives what was there when it began`, (t) => {
    const teas = filled(t, 3000);
    const before = [...way(teas)];
    assert.equal(before.length, 3000);
    const found = [];
    for (const one of way(teas)) {
      const at = found.length;
      found.push(one);
      teas.put(`tea ${at + 1}`, { grams: -1 });
      teas.delete(`tea ${at + 2}`);
      teas.put(`new ${at}`, { grams: 1 });
      if (at % 100 === 0) teas.commit();
    }
    assert.deepEqual(found, before);
    assert.notDeepEqual([...way(teas)], before);
  });

  test(`${name} begins when it is called, and can be left`, (t) => {
    const teas = filled(t, 10);
    const later = way(teas);
    teas.put('new', { grams: 10 });
    assert.equal([...later].length, 10);
    for (const one of way(teas)) {
      assert.ok(one);
      break;
    }
    assert.equal([...way(teas)].length, 11);
    assert.deepEqual([...way(opened(t).collection('none'))], []);
  });

  test(`${name} ends with an error where its documents go`, (t) => {
    const teas = filled(t, 3000);
    teas.commit();
    teas.put('new', { grams: 5 });
    const first = way(teas);
    first.next();
    teas.rollBack();
    assert.throws(() => [...first], says('open', /rollBack/));
    const second = way(teas);
    second.next();
    teas.compact();
    assert.throws(() => [...second], says('open', /compacted/));
  });
}

/** Numbers below a limit, the same ones each time. */
function draws(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

for (const seed of [1, 2, 3, 4]) {
  test(`it is a Map in the order of writing, seed ${seed}`, (t) => {
    const draw = draws(seed);
    const teas = opened(t).collection('teas');
    let model = new Map();
    let committed = new Map();
    const put = (key, value) => {
      model.delete(key);
      model.set(key, value);
    };
    const steps = [
      (key) => {
        const value = { id: key, n: draw(1000) };
        teas.put(key, value);
        put(key, value);
      },
      (key) => {
        const value = { id: key, text: '茶'.repeat(draw(50)) };
        teas.putRaw(key, JSON.stringify(value));
        put(key, value);
      },
      (key) => assert.equal(teas.delete(key), model.delete(key)),
      (key) => assert.deepEqual(teas.get(key), model.get(key)),
      (key) => {
        const some = Array.from({ length: draw(30) }, (_, at) => [`${key}${at}`, { id: `${key}${at}`, at }]);
        teas.putMany(some);
        some.forEach(([own, value]) => put(own, value));
      },
    ];
    for (let step = 0; step < 1500; step += 1) {
      steps[draw(steps.length)](`k${draw(200)}`);
      const chance = draw(100);
      if (chance === 0) teas.compact();
      if (chance === 1) {
        teas.rollBack();
        model = new Map(committed);
      }
      if (chance < 4) {
        teas.commit();
        committed = new Map(model);
        assert.deepEqual([...teas], [...model]);
        assert.equal(teas.size, model.size);
      }
    }
    assert.equal(teas.flush(), undefined);
    assert.equal(teas.verify().documents, model.size);
  });
}
