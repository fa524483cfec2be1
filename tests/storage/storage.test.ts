// Both engines behave the same behind the storage interface.
import { engines } from '../support/server/rota.ts';
import { freshPlace } from '../support/server/storage.ts';
import { storageBehaves } from './behaviour.ts';

for (const engine of engines) storageBehaves(engine, () => freshPlace(engine));
