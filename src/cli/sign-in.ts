import { notFound } from '../errors.ts';
import { findMemberByEmail } from '../features/people/members/operations.ts';
import { createSignInLink } from '../features/people/sessions/operations.ts';
import { formatTimestamp } from '../time/timestamps.ts';
import { requiredServiceUrl } from './caller.ts';
import { type Command, json, onlyWord } from './command.ts';
import { inWorkspace, workspaceOption as workspace } from './operator.ts';

export const signInCommand: Command = {
  name: 'sign-in',
  takes: 'EMAIL',
  summary: 'print a link that signs a member in to the console',
  details:
    'The link works once, within 15 minutes, for anybody who has it. Nothing is sent. The member must exist and be active. Their\n' +
    'role decides what they may do in the console.',
  options: { workspace, json },
  run(invocation) {
    const email = onlyWord(invocation, 'EMAIL');
    const { config } = invocation;
    const url = config.publicUrl ?? requiredServiceUrl(config);
    return inWorkspace(invocation, async (context) => {
      await context.secrets.load();
      const member = await findMemberByEmail(context, context.database, email);
      if (!member || member.deactivated_at !== null) throw notFound(`Active member ${email}`);
      const link = await createSignInLink({ ...context, address: { url } }, member);
      const expires_at = formatTimestamp(link.expires_at);
      invocation.print({ url: link.url, expires_at }, [
        `This link signs in as ${member.email}, once, until ${expires_at}:`,
        link.url,
      ]);
    });
  },
};
