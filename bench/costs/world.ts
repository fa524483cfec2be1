import { createEndpoint } from '../../src/features/events/webhook-endpoints/operations.ts';
import { createMember } from '../../src/features/people/members/operations.ts';
import { createTeam } from '../../src/features/turns/teams/operations.ts';
import { makeTeams } from '../measurements/slots.ts';
import { type Environment, openRota } from '../rota.ts';
import { makeEndpoint, refreshStatistics, writeDeliveries } from '../rows.ts';

/** Enough for nodes to leave statistics to PostgreSQL, as in production. */
const HISTORY = 20_000;
const TEAM_SIZE = 5;

export interface World {
  /** Pool teams of five. Nobody is in two of them. */
  poolTeams: string[];
  /** A stack team of ten, each with 40 busy times in 28 days. */
  stackTeam: string;
  /** Of a pool team of five more. */
  mailAddress: string;
}

/** Has a member for each request, so that nobody runs out of free time. The endpoint is subscribed to new and booked requests. */
export async function makeWorld(
  environment: Environment,
  receiverUrl: string,
  requests: number,
): Promise<World> {
  const context = await openRota(environment);
  const makePoolTeam = async (name: string) => {
    const member_ids: string[] = [];
    for (let place = 1; place <= TEAM_SIZE; place += 1) {
      const email = `${name.toLowerCase().replace(' ', '-')}-${place}@example.com`;
      member_ids.push((await createMember(context, { email, name: `Ada ${place}` })).id);
    }
    return await createTeam(context, { name, mode: 'pool', member_ids });
  };
  const poolTeams: string[] = [];
  while (poolTeams.length < requests / TEAM_SIZE) {
    poolTeams.push((await makePoolTeam(`Team ${poolTeams.length + 1}`)).id);
  }
  const { email_address: mailAddress } = await makePoolTeam('Sales');
  if (mailAddress === null) throw new Error('The team takes no mail');
  const [stackTeam] = (await makeTeams(context, [10])) as [{ id: string }];
  const events = ['meeting_request.created', 'meeting_request.booked'] as const;
  await writeDeliveries(context, await makeEndpoint(context, receiverUrl), HISTORY, 'success');
  await createEndpoint(context, { url: receiverUrl, description: null, events: [...events], headers: [] });
  await refreshStatistics(context);
  await context.storage.close();
  return { poolTeams, stackTeam: stackTeam.id, mailAddress };
}
