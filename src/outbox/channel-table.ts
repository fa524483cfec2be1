import type { Database, Dialect } from '../storage/database.ts';
import { type BacklogTable, backlogQueries } from './backlog-queries.ts';
import type { Channel, ClaimedItem, ItemKey } from './channel.ts';
import {
  type Claim,
  claimItems,
  type ItemTable,
  type NewClaim,
  releaseItems,
  takenItems,
} from './claim-queries.ts';
import { dueQueries, type LaneTable } from './due-queries.ts';
import { type ParkableItems, parkableById, parkableByLane } from './parking-queries.ts';

type AnyChannel = Channel<ClaimedItem, unknown>;

/** How a channel finds what is due. */
interface DueSearch {
  /** Each search may continue where the engine's last one ended. */
  createDueSearch(): AnyChannel['selectDue'];
  selectOldestDue: AnyChannel['selectOldestDue'];
}

type Read<Item> = (database: Database, claimId: string, keys: ItemKey[]) => Promise<Item[]>;

/** The parts of a channel that follow from its table. */
type ForEngine<Item extends ClaimedItem> = Pick<
  Channel<Item, unknown>,
  'selectDue' | 'selectOldestDue' | 'claim' | 'release'
>;

interface ChannelTable extends DueSearch {
  claim(database: Database, keys: ItemKey[], claim: NewClaim): Promise<ItemKey[]>;
  release(database: Database, claims: Claim[]): Promise<void>;
  /** What to read claimed items from: `$1` has their keys. */
  taken(dialect: Dialect): string;
  /** `read` reads the claimed items. It may find fewer: one that was deleted meanwhile took its claim with it. */
  forEngine<Item extends ClaimedItem>(read: Read<Item>): ForEngine<Item>;
}

/** The statements of a channel with its own search for due items. */
export function claimableTable(items: ItemTable, search: DueSearch): ChannelTable {
  const claim: ChannelTable['claim'] = (database, keys, by) => claimItems(database, items, keys, by);
  const release: ChannelTable['release'] = (database, claims) => releaseItems(database, items, claims);
  return {
    ...search,
    claim,
    release,
    taken: (dialect) => takenItems(dialect, items),
    forEngine: (read) => ({
      selectDue: search.createDueSearch(),
      selectOldestDue: search.selectOldestDue,
      async claim(database, keys, by) {
        const taken = await claim(database, keys, by);
        const claimed = taken.length > 0 ? await read(database, by.id, taken) : [];
        return { taken: taken.length, items: claimed };
      },
      release,
    }),
  };
}

/**
 * The same, with the search. With `workspaceOf`, any number of items may be due at once; without it, every item has a due time.
 */
export function channelTable(items: BacklogTable | LaneTable): ChannelTable & { parkable: ParkableItems } {
  return 'workspaceOf' in items
    ? { ...claimableTable(items, backlogQueries(items)), parkable: parkableByLane(items) }
    : { ...claimableTable(items, dueQueries(items)), parkable: parkableById(items) };
}
