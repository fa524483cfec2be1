import { createCall, type RotaOptions, waitFor } from './call.ts';
import { createApi } from './operations.ts';
import { apiKeys, auditLog, service, workspace } from './resources/administration.ts';
import { calendarConnections } from './resources/calendar-connections.ts';
import { calendars } from './resources/calendars.ts';
import { meetingRequests } from './resources/meeting-requests.ts';
import { meetingTypes } from './resources/meeting-types.ts';
import { inboundMessages, messages, optOuts } from './resources/messages.ts';
import { members, seats } from './resources/people.ts';
import { erasures, exports } from './resources/privacy.ts';
import { teams } from './resources/teams.ts';
import { events, webhookEndpoints } from './resources/webhooks.ts';

/** The API of one workspace: `new Rota({ url: 'http://127.0.0.1:3000', key })`. */
export class Rota {
  readonly teams: ReturnType<typeof teams>;
  readonly meetingRequests: ReturnType<typeof meetingRequests>;
  readonly meetingTypes: ReturnType<typeof meetingTypes>;
  readonly messages: ReturnType<typeof messages>;
  readonly inboundMessages: ReturnType<typeof inboundMessages>;
  readonly optOuts: ReturnType<typeof optOuts>;
  readonly members: ReturnType<typeof members>;
  readonly calendars: ReturnType<typeof calendars>;
  readonly calendarConnections: ReturnType<typeof calendarConnections>;
  readonly seats: ReturnType<typeof seats>;
  readonly webhookEndpoints: ReturnType<typeof webhookEndpoints>;
  readonly events: ReturnType<typeof events>;
  readonly workspace: ReturnType<typeof workspace>;
  readonly apiKeys: ReturnType<typeof apiKeys>;
  readonly auditLog: ReturnType<typeof auditLog>;
  readonly erasures: ReturnType<typeof erasures>;
  readonly exports: ReturnType<typeof exports>;
  readonly service: ReturnType<typeof service>;

  constructor(options: RotaOptions) {
    const call = createCall(options);
    const api = createApi(call);
    this.teams = teams(api);
    this.meetingRequests = meetingRequests(api);
    this.meetingTypes = meetingTypes(api);
    this.messages = messages(api);
    this.inboundMessages = inboundMessages(api);
    this.optOuts = optOuts(api);
    this.members = members(api);
    this.calendars = calendars(api);
    this.calendarConnections = calendarConnections(api);
    this.seats = seats(api);
    this.webhookEndpoints = webhookEndpoints(api);
    this.events = events(api, call, options.wait ?? waitFor);
    this.workspace = workspace(api);
    this.apiKeys = apiKeys(api);
    this.auditLog = auditLog(api);
    this.erasures = erasures(api);
    this.exports = exports(api);
    this.service = service(api);
  }
}
