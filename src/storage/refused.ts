/** The database can't be opened in its present state. The message tells the operator what to do. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
