/** Why a calendar can't be synced. The message is for its member, and goes on from "it failed:". */
export class CaldavError extends Error {
  override readonly name: string = 'CaldavError';
}

/** The server has nothing at this address. */
export class Gone extends CaldavError {
  override readonly name = 'Gone';

  constructor() {
    super('there is no calendar at the URL (404)');
  }
}

/** Something else than a CalDAV server has answered. */
export class NotCaldav extends CaldavError {
  override readonly name: string = 'NotCaldav';
}

/** What should be an answer of CalDAV can't be read. */
export class Unreadable extends NotCaldav {
  override readonly name = 'Unreadable';
}
