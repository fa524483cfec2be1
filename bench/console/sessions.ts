// An admin signed in on many browsers, because calls are limited by session.
import type { Context } from '../../src/context.ts';
import { createMember } from '../../src/features/people/members/operations.ts';
import { createSignInLink, signIn } from '../../src/features/people/sessions/operations.ts';
import { setCookie } from '../../src/http/cookies.ts';

const ADMINS = 20;
const SESSIONS_EACH = 20;

/** The value of the header `Cookie` of each. */
export async function signInMany(context: Context): Promise<string[]> {
  const cookies: string[] = [];
  for (let number = 1; number <= ADMINS; number += 1) {
    const admin = await createMember(context, { email: `admin-${number}@example.com`, role: 'admin' });
    for (let session = 0; session < SESSIONS_EACH; session += 1) {
      const { url } = await createSignInLink(context, admin);
      const token = new URL(url).pathname.split('/').at(-1) as string;
      const browser = {
        user_agent: 'bench',
        client_address: '127.0.0.1',
        replaces: undefined,
        visit: undefined,
      };
      const { secret } = await signIn(context, token, browser);
      const [cookie] = setCookie(context.address.url, 'session', { value: secret, seconds: 1 }).split(';');
      cookies.push(cookie as string);
    }
  }
  return cookies;
}
