/** How long a name may be, in characters, wherever it comes in. */
export const NAME_LENGTH = 200;
/** How long a reason for a change may be. */
export const REASON_LENGTH = 1_000;
/** How long an id that another system has made may be: Google Calendar's have up to 1,024 characters. */
export const FOREIGN_ID_LENGTH = 1_024;
/** How long a description, or any other text that people write at length, may be. */
export const TEXT_LENGTH = 5_000;
/** How long a URL may be. */
export const URL_LENGTH = 2_048;
