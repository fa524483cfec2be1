import { serviceUrl } from '../caller.ts';
import { type Command, json } from '../command.ts';
import { withServices } from '../operator.ts';

export const demoCommand: Command = {
  name: 'demo',
  summary: 'create a demo workspace: people, teams, five weeks of meetings',
  options: { json },
  async run(invocation) {
    const { config, print } = invocation;
    // Imported here because no other command needs it.
    const { makeDemo } = await import('./workspace.ts');
    return withServices(invocation, async (services) => {
      await services.secrets.load();
      const demo = await makeDemo(services, config.publicUrl ?? serviceUrl(config));
      const call = 'curl -H "Authorization: Bearer $ROTA_KEY" $ROTA_URL/api/v1';
      print(demo, [
        `Created the workspace Demo, with ${demo.members} members, ${demo.teams} teams and ${demo.meeting_requests} meeting requests.`,
        '',
        ...(demo.sign_in_url === null
          ? [
              `Its admin is ${demo.admin}. Once the service is running: rota sign-in ${demo.admin} --workspace ${demo.handle}`,
            ]
          : [
              `While the service is running, this link signs you in as its admin, ${demo.admin}, once, within 15 minutes:`,
              '',
              `  ${demo.sign_in_url}`,
            ]),
        '',
        ...(demo.public_url === null
          ? []
          : ['Guests book a demo or a call on this page:', '', `  ${demo.public_url}`, '']),
        'Its API key, with every scope, is shown only once:',
        '',
        `  ${demo.key}`,
        '',
        'To look around with the API, set these in your terminal:',
        '',
        config.apiUrl === undefined
          ? `  export ROTA_URL=${serviceUrl(config) ?? '…'}   # or the address that the server printed when it started`
          : `  export ROTA_URL=${config.apiUrl}`,
        `  export ROTA_KEY=${demo.key}`,
        '',
        `  ${call}/teams`,
        `  ${call}/teams/${demo.pool_team_id}/rotation`,
        `  ${call}/meeting_types`,
        `  ${call}/meeting_requests`,
        `  ${call}/meeting_requests/${demo.active_request_id}`,
        `  ${call}/teams/${demo.stack_team_id}/slots`,
        `  ${call}/messages`,
        `  ${call}/events`,
        '',
        config.smtpUrl === undefined
          ? 'The service offers times for the active requests. `rota mailbox --workspace demo` shows the messages.'
          : "The service offers times for the active requests. It sends no mail to these people: they don't exist.",
        '',
      ]);
    });
  },
};
