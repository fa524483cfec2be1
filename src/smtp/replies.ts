// The listener's refusals: a code, and an enhanced code (RFC 3463) at the beginning of the text.

/** smtp-server sends `responseCode` and the message. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

export const unknownRecipient = () => new Refusal(550, '5.1.1 There is no such address here');
export const tooManyMails = () => new Refusal(451, '4.7.1 Too many mails in a minute: try again later');
export const tooManyAttempts = () => new Refusal(421, '4.7.0 Too many commands without a mail');
export const tooLarge = (most: number) => new Refusal(552, `5.3.4 A mail may have ${most} bytes at most`);
export const noRoom = () => new Refusal(452, '4.3.1 Too many mails at the same time: try again later');
export const overQuota = () =>
  new Refusal(452, '4.2.2 This workspace has taken as much mail as it may today: try again later');
export const notNow = () => new Refusal(451, '4.3.0 The service can not take it now: try again later');
/** Nobody can say what the next program would make of it. */
export const malformed = (why: string) => new Refusal(550, `5.6.0 ${why}`);

export const stopping = () => new Refusal(421, '4.3.2 The service stops: try again later');
export const tooManyConnections = () => new Refusal(421, '4.7.0 Too many connections: try again later');
export const madeRoom = () => new Refusal(421, '4.3.2 Closed after silence, to make room for others');
export const tooSlow = () => new Refusal(421, '4.4.2 No mail within the time for it');
