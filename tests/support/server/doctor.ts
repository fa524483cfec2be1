// What `rota doctor` finds, as one line of text for each check.

import type { Line } from '../../../src/cli/doctor/check.ts';
import { examine } from '../../../src/cli/doctor/doctor.ts';

/** `fail database: what was found → what to do` */
export const shown = ({ verdict, check, found, advice }: Line) =>
  `${verdict} ${check}: ${found}${advice === null ? '' : ` → ${advice}`}`;

/** What is found about one thing. */
export async function about(check: string, environment: Record<string, string>): Promise<string> {
  const lines = (await examine(environment)).filter((line) => line.check === check);
  return lines.map(shown).join('\n');
}
