// Lets PostgreSQL prepare every statement that the run has noted on SQLite: it must know its tables, columns and types.
import { readFile } from 'node:fs/promises';
import { onCopy } from './postgres.ts';

/** Names the file to which the processes of a run append the statements. */
export const STATEMENTS = 'ROTA_TEST_STATEMENTS';

/** Returns how many there were, and what PostgreSQL says of those that it does not understand. */
export async function prepareStatements(
  adminUrl: string,
  noted: string,
): Promise<{ count: number; refused: string[] }> {
  const lines = (await readFile(noted, 'utf8')).split('\n').filter((line) => line !== '');
  const statements = [...new Set(lines.map((line) => JSON.parse(line) as string))];
  const refused = await onCopy(adminUrl, async (client) => {
    const messages: string[] = [];
    for (const sql of statements) {
      try {
        await client.query(`prepare noted as ${sql}`);
        await client.query('deallocate noted');
      } catch (error) {
        messages.push(`${(error as Error).message}, in:\n${sql}`);
      }
    }
    return messages;
  });
  return { count: statements.length, refused };
}
