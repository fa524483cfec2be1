import { serviceUrl } from '../caller.ts';
import { type Command, json } from '../command.ts';
import { withServices } from '../operator.ts';

export const demoCommand: Command = {
  name: 'demo',
  summary: 'make a workspace with members, their hours, three teams and a few requests to look at',
  options: { json },
  async run(invocation) {
    const { config, print } = invocation;
    // Imported here because no other command needs it.
    const { makeDemo } = await import('./workspace.ts');
    return withServices(invocation, async (services) => {
      await services.secrets.load();
      const demo = await makeDemo(services);
      const call = 'curl -H "Authorization: Bearer $ROTA_KEY" $ROTA_URL/api/v1';
      print(demo, [
        `Made the workspace Demo, with ${demo.members} members, ${demo.teams} teams and ${demo.meeting_requests} meeting requests.`,
        'A key with every scope, shown only now:',
        '',
        `  ${demo.key}`,
        '',
        'While the service runs, look at it; these lines make this terminal speak for the workspace Demo:',
        '',
        config.apiUrl === undefined
          ? `  export ROTA_URL=${serviceUrl(config) ?? '…'}   # or what the server has printed at its start`
          : `  export ROTA_URL=${config.apiUrl}`,
        `  export ROTA_KEY=${demo.key}`,
        '',
        `  ${call}/teams`,
        `  ${call}/teams/${demo.pool_team_id}/rotation`,
        `  ${call}/meeting_requests`,
        `  ${call}/meeting_requests/${demo.active_request_id}`,
        `  ${call}/teams/${demo.stack_team_id}/slots`,
        `  ${call}/messages`,
        `  ${call}/events`,
        '',
        config.smtpUrl === undefined
          ? 'The service offers times for the requests that are active. `rota mailbox --workspace demo` shows what it has written.'
          : 'The service offers times for the requests that are active. It writes to none of these people: they do not exist.',
        '',
      ]);
    });
  },
};
