/** How long a name may be, in characters, wherever it comes in. */
export const NAME_LENGTH = 200;
/** How long a description, or any other text that people write at length, may be. */
export const TEXT_LENGTH = 5_000;
