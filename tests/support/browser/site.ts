// The service that browsers visit, on SQLite: pages behave the same on both engines.
import { after, before } from 'node:test';
import { describe, inLane, type Lane, laneHere } from '../lanes.ts';
import { freshStorage, type Node, type NodeOptions, type Storage, startNode } from '../server/rota.ts';

type DefineOnSqlite = (name: string, define: (node: () => Node) => void, options?: NodeOptions) => void;

const onSqliteIn =
  (lane: () => Lane): DefineOnSqlite =>
  (name, define, options = {}) =>
    inLane(lane(), () =>
      describe(name, () => {
        let storage: Storage | undefined;
        let node: Node | undefined;
        before(async () => {
          storage = await freshStorage('sqlite');
          node = await startNode(storage, options);
        });
        after(async () => {
          await node?.stop();
          await storage?.remove();
          // The runner keeps each test, with everything it can reach, until the process ends.
          node = undefined;
        });
        define(() => node as Node);
      }),
    );

/** Runs the suite with one node that all of its tests share. */
export const onSqlite = Object.assign(onSqliteIn(laneHere), {
  full: onSqliteIn(() => 'full'),
  inBothLanes: onSqliteIn(() => 'both'),
});
