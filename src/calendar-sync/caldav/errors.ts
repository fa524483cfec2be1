/** Why a calendar can't be synced. The message is a sentence for its member. */
export class CaldavError extends Error {
  override readonly name: string = 'CaldavError';
}

/** The server has nothing at this address. */
export class Gone extends CaldavError {
  override readonly name = 'Gone';

  constructor() {
    super('The calendar is gone: the server has nothing at its address (404).');
  }
}

/** The answer is larger than was asked for at most. */
export class AnswerTooLarge extends CaldavError {
  override readonly name = 'AnswerTooLarge';
}
