/** The database is not opened as it is. The message is for the operator, and says what to do. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
