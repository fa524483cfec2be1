// Both engines behave the same behind the storage interface.
import { onEachEngine } from '../support/server/rota.ts';
import { freshPlace } from '../support/server/storage.ts';
import { storageBehaves } from './behaviour.ts';

onEachEngine.fast((engine) => storageBehaves(engine, () => freshPlace(engine)));
