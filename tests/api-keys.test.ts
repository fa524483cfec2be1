import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataOf, onBothEngines } from './support/rota.ts';
onBothEngines('smoke', (node) => { test('x', async () => { const a = await node().post('/api/v1/api_keys', {name:'x'}); assert.equal(a.status, 201); console.log(dataOf(a)); }); });
