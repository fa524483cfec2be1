// The pages of the OAuth server of tests, which a browser can click.
import { type Content, html } from '../../../src/html/html.ts';
import type { Answer } from './answering-server.ts';
import type { OAuthAccount } from './oauth-server.ts';

/** Asks who it is, and what is allowed. The form posts to the address of the page. */
export function consentPage(accounts: OAuthAccount[], scopes: string[], hint: string | null): Answer {
  const chosen = accounts.find(({ email }) => email === hint) ?? accounts[0];
  return page(
    200,
    html`<h1>Rota wants access to your account</h1>
      <form method="post">
        <fieldset>
          <legend>Account</legend>
          ${accounts.map((account) => choice('radio', ['account', account.id], account.email, account === chosen))}
        </fieldset>
        <fieldset>
          <legend>What Rota may do</legend>
          ${scopes.map((scope) => choice('checkbox', ['allowed', scope], scope, true))}
        </fieldset>
        <button name="decision" value="allow">Allow</button>
        <button name="decision" value="refuse">Cancel</button>
      </form>`,
  );
}

/** For a request that doesn't come from a known application: nobody is sent back. */
export const errorPage = (reason: string): Answer =>
  page(400, html`<h1>Access blocked: authorization error</h1><p>Error 400: ${reason}</p>`);

function choice(type: string, [name, value]: [string, string], label: string, isChecked: boolean): Content {
  const checked = isChecked ? html` checked` : null;
  return html`<p><label><input type="${type}" name="${name}" value="${value}"${checked}> ${label}</label></p>`;
}

function page(status: number, content: Content): Answer {
  const body = html`<!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>Sign in</title><link rel="icon" href="data:,"></head>
    <body><main>${content}</main></body></html>`;
  return { status, body: String(body) };
}
