// What English speakers say of days, hours and numbers.
import { type Fact, freeWeekdays, strangersTo, TOMORROW } from './facts.ts';
import { conjugated, type Family, type Language, lines, type Named } from './language.ts';

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const ORDINALS = 'zeroth first second third fourth fifth'.split(' ');

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS = { one: 'st', two: 'nd', few: 'rd', other: 'th', many: 'th', zero: 'th' };
const ordinal = (day: number) => `${day}${ENDINGS[ordinals.select(day)]}`;

function hourOf(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = minute === 0 ? '' : `:${minute}`;
  return `${hour > 12 ? hour - 12 : hour}${minutes}${hour < 12 ? 'am' : 'pm'}`;
}

function namesOf(fact: Fact, facts: Fact[]): Record<string, Named[]> {
  const { place, day, time, part } = fact;
  const weekday = WEEKDAYS[fact.weekday] as string;
  const month = MONTHS[fact.month - 1] as string;
  const nth = ORDINALS[place] as string;
  const hour = hourOf(time);
  const several = <Item>(items: Item[]) => (facts.length > 1 ? items : []);
  const tomorrow: Named[] = fact.date === TOMORROW ? [['tomorrow', ['date']]] : [];
  const days: Named[] = [
    [weekday, ['weekday']],
    [weekday, ['weekday']],
    [`${weekday} ${part}`, ['weekday', 'part']],
    [`${weekday} at ${hour}`, ['weekday', 'time']],
    [`${weekday} the ${ordinal(day)}`, ['weekday', 'day']],
    [`${month} ${ordinal(day)}`, ['month', 'day']],
    [`${day} ${month}`, ['month', 'day']],
    [`${weekday}, ${day} ${month}`, ['weekday', 'month', 'day']],
  ];
  const numbers: Named[] = several([
    [`option ${place}`, ['place']],
    [`number ${place}`, ['place']],
    [`the ${nth} one`, ['place']],
    [`the ${nth} option`, ['place']],
    [`the ${nth} slot`, ['place']],
  ]);
  const the: Named[] = [[`the ${ordinal(day)}`, ['day']]];
  const isDate = facts.some((one) => one.day === place);
  return {
    on: [
      ...days.map(([words, keys]): Named => [`on ${words}`, keys]),
      [`on the ${ordinal(day)}`, ['day']],
      ...tomorrow,
    ],
    day: [...days, ...the, ...tomorrow],
    it: [...days, ...the, ...tomorrow, ...numbers],
    weekday: [[weekday, ['weekday']]],
    hour: [
      [hour, ['time']],
      [time, ['time']],
    ],
    part: [[part, ['part']]],
    nr: several([[String(place), ['place']]]),
    nth: several([[nth, ['place']]]),
    nthDate: several(isDate ? [] : [[`the ${ordinal(place)}`, ['place']]]),
    freeDay: freeWeekdays(facts).map((free) => [WEEKDAYS[free] as string, ['place']]),
  };
}

/** reply, replying, replied, replies */
const NEUTRAL = lines(`
  reply|replying|replied|replies
  answer you|answering you|answered you|answers you
  confirm|confirming|confirmed|confirms
  decide|deciding|-|decides
  make up my mind|making up my mind|-|-
  let you know|letting you know|let you know|lets you know
  get back to you|getting back to you|got back to you|gets back to you
  come back to you|coming back to you|came back to you|comes back to you
  follow up|following up|followed up|follows up
  write to you|writing to you|wrote to you|writes to you
  be back|-|was back|is back
  be back in the office|-|was back in the office|is back in the office
  return from holiday|returning from holiday|returned from holiday|returns from holiday
  start my new job|starting my new job|started my new job|starts the new job
  finish the report|finishing the report|finished the report|finishes the report
  check my calendar|checking my calendar|checked my calendar|checks the calendar
  look at the times|looking at the times|looked at the times|looks at the times
  think about it|thinking about it|thought about it|thinks about it
  send you the contract|sending you the contract|sent you the contract|sends you the contract
  sign the contract|signing the contract|signed the contract|signs the contract
  pay the invoice|paying the invoice|paid the invoice|pays the invoice
  get the results|getting the results|got the results|gets the results
  hear from my boss|hearing from my boss|heard from my boss|hears from the boss
  wait for Tom|waiting for Tom|waited for Tom|waits for Tom
  ask my manager|asking my manager|asked my manager|asks the manager
  speak to my wife|speaking to my wife|spoke to my wife|speaks to the team
  know more|-|knew more|knows more
  book the flights|booking the flights|booked the flights|books the flights
  set up the room|setting up the room|set up the room|sets up the room
  remind you|reminding you|reminded you|reminds you
  arrive in Berlin|arriving in Berlin|arrived in Berlin|arrives in Berlin
  get home|getting home|got home|gets home
  forward your mail|forwarding your mail|forwarded your mail|forwards your mail
  try again|trying again|tried again|tries again
  read your mail|reading your mail|read your mail|reads your mail
  talk to the team|talking to the team|talked to the team|talks to the team
  order the cake|ordering the cake|ordered the cake|orders the cake
`);

/** Whoever does these is not free then. */
const BUSY = lines(`
  work|working|worked|works
  work from home|working from home|worked from home|works from home
  travel|travelling|travelled|travels
  travel to London|travelling to London|travelled to London|travels to London
  fly to Paris|flying to Paris|flew to Paris|flies to Paris
  drive to Munich|driving to Munich|drove to Munich|drives to Munich
  be in a meeting|-|was in a meeting|is in a meeting
  be in meetings all day|-|was in meetings all day|is in meetings all day
  be at the dentist|-|was at the dentist|is at the dentist
  be on a train|-|was on a train|is on a train
  be on holiday|-|was on holiday|is on holiday
  be off|-|was off|is off
  be away|-|was away|is away
  be out of office|-|was out of office|is out of office
  be in court|-|was in court|is in court
  see the doctor|seeing the doctor|saw the doctor|sees the doctor
  have a call with Tom|having a call with Tom|had a call with Tom|has a call with Tom
  have another call|having another call|had another call|has another call
  have an appointment|-|had an appointment|has an appointment
  have a job interview|having a job interview|had a job interview|has a job interview
  meet a customer|meeting a customer|met a customer|meets a customer
  move house|moving house|moved house|moves house
  celebrate my birthday|celebrating my birthday|celebrated my birthday|celebrates a birthday
  give a talk|giving a talk|gave a talk|gives a talk
  teach|teaching|taught|teaches
  attend a conference|attending a conference|attended a conference|attends a conference
  visit my parents|visiting my parents|visited my parents|visits the parents
  take an exam|taking an exam|took an exam|takes an exam
  get married|getting married|got married|gets married
  look after my kids|looking after my kids|looked after my kids|looks after the kids
  present to the board|presenting to the board|presented to the board|presents to the board
  run a workshop|running a workshop|ran a workshop|runs a workshop
`);

const FUTURE = lines(`
  I'll {0} {on}
  I will {0} {on}
  I'm going to {0} {on}
  I'm {1} {on}
  I'll be {1} {on}
  {on} I'll {0}
  {on} I'm {1}
  I have to {0} {on}
  I need to {0} {on}
  We'll {0} {on}
`);
const OTHER_TENSES = lines(`
  I {2} {on}
  I was {1} {on}
  I would {0} {on}
  I could {0} {on}
  I might {0} {on}
  I wanted to {0} {on}
  I hope to {0} {on}
  I usually {0} {on}
  {on} I {2}
`);
const OTHERS = lines(`
  My colleague {3} {on}
  Tom {3} {on}
  He will {0} {on}
  {on} she {3}
  My assistant will {0} {on}
`);
const CAN = lines(`
  I can {0} {on}
  I'd like to {0} {on}
  I plan to {0} {on}
  I should {0} {on}
  I promise to {0} {on}
`);

const negatives = (): Family[] => [
  {
    family: 'another activity',
    kind: 'nothing',
    isActivity: true,
    templates: conjugated([...FUTURE, ...CAN, ...OTHER_TENSES, ...OTHERS], NEUTRAL),
  },
  { family: 'busy then', kind: 'refusal', isActivity: true, templates: conjugated(FUTURE, BUSY) },
  {
    family: 'busy, but not then or not me',
    kind: 'nothing',
    isActivity: true,
    templates: conjugated([...OTHER_TENSES, ...OTHERS], BUSY),
  },
  {
    family: 'others',
    kind: 'nothing',
    templates: lines(`
      My colleague can do {it}
      Tom would take {it}
      Tom says {it} works
      Tom says {it} works for him
      My boss wants {it}
      {it} works for Tom
      {it} works for my colleague
      {it} suits my wife
      {it} works for everybody else
      {it} works for nobody
      You said {it} works
      You said {it} would be fine
      I was told {it} works
      They say {it} is fine
      Everybody else can do {it}
      The others prefer {it}
      Ben chose {it}
      Ben has already taken {it}
      She is free {on}
      He's available {on}
      My assistant is free {on}
      The team meets {on}
      Your calendar says {it} is free
      I see that you are free {on}
      Ask Tom about {it}
      Somebody told me that {it} is good
      Ada thinks {it} works
      I told Tom {it} works
      I never said {it} works
      Who said {it} works
      According to Tom {it} is fine
    `),
  },
  {
    family: 'a question without a mark',
    kind: 'nothing',
    templates: lines(`
      is {it} still free
      does {it} work for you
      does {it} suit you
      would {it} be possible
      could we do {it} a bit later
      can we do {it} by phone
      what about {it}
      how about {it}
      do you have time {on}
      are you free {on}
      where do we meet {on}
      when exactly {on}
      who will be there {on}
      did you mean {it}
      do you mean {it}
      can {it} be moved
      is {it} in person
      will Tom join {on}
      how long does it take {on}
      is it {hour} your time
      is {it} at {hour} or later
      shall I call you {on}
      why is {it} so early
      which room is it {on}
    `),
  },
  {
    family: 'hypothetical',
    kind: 'nothing',
    templates: lines(`
      If I were free {on}, I would come
      If {it} worked I would tell you
      I would have taken {it}
      {it} would have worked
      {it} would have been perfect
      {it} would have been perfect for me
      I could have done {it}
      I could have made {it}
      Had I known, I would have taken {it}
      {it} works if Tom can come
      I'd take {it} if I could
      In an ideal world {it} would work
      Suppose {it} works
      {it} was fine until yesterday
      {it} was fine
      {it} used to work for me
      {it} worked last time
      Last time I took {it}
      I took {it} last time
      If only {it} worked
      {it} works unless Tom is away
      {it} works as long as it is short
      Even if {it} works
      Whether {it} works depends on Tom
      {it} only works without Ben
      {it} would work if it was earlier
      Once {it} works I will tell you
    `),
  },
  {
    family: 'hedged',
    kind: 'nothing',
    templates: lines(`
      {it} might work
      {it} may work
      {it} could work
      Perhaps {it}
      Maybe {it}
      I think {it} works
      {it} probably works
      I guess {it} works
      {it} should be fine
      {it} should work
      I'm not sure about {it}
      I'm not sure {it} works
      I don't know if {it} works
      I don't know whether {it} works
      Let me check {it}
      I have to check {it}
      I have to check whether {it} works
      {it} is tempting
      I'm thinking about {it}
      I'm thinking of {it}
      I'm leaning towards {it}
      I hope {it} works
      I wish {it} worked
      Hopefully {it} works
      {it} is not impossible
      {it} is possible, but difficult
      {it} is hard to say
      {it} is a possibility
      I can almost do {it}
      I can hardly do {it}
      {it} barely works
      {it} works, I think
      {it} works, more or less
      {it} works in theory
      I'd need to move something {on}
      Please hold {it} for me until I know more
      {it} looks good at first sight
      I'm still waiting to hear about {it}
      Tentatively {it}
      Almost certainly {it}
    `),
  },
  {
    family: 'undecided between two',
    kind: 'nothing',
    templates: lines(`
      I can't decide between {it} and {it2}
      I'm torn between {it} and {it2}
      Either {it} or {it2}, I don't know yet
      {it} or {it2}, I'll let you know
      {it} or {it2}, not sure
      {it} is better than {it2}, but I don't know
      I have to choose between {it} and {it2}
      Something between {it} and {it2}
      I confused {it} with {it2}
      I mixed up {it} and {it2}
      {it} or rather {it2}, hard to say
    `),
  },
  {
    family: 'a reason that may hide a yes',
    kind: 'nothing',
    templates: lines(`
      I'm travelling {on2} but I can make it. {it} works
      I'm at home {on2}, that works. {it} works
      I'm away {on2} but available. {it} works
      I'm in the office {on2}. {it} also works
      I'm working from home {on2}, {it} is fine too
      I'm in Leeds {on2}. {it} works too
      I'm in Leeds {on2} anyway, {it} works
      {it} is best, the others work
      I'd prefer {it}. The rest is fine
      {it} or {it2}, the last one
      Sorry for the late reply, I took another job. {it} works
      Does {it} work
    `),
  },
  {
    family: 'how many, or some later day',
    kind: 'nothing',
    templates: lines(`
      {nr} of the times work
      I can do {nr} of the times
      Not all of them work, {it} is one of them
      I'm back in January, {it} works then
      I'm not back until January. {it} works
      {it} doesn't matter
      {it} for me, {it2} for my team
      I'd like {weekday} and {weekday2} off
    `),
  },
  {
    family: 'irony',
    kind: 'nothing',
    templates: lines(`
      Oh great, another meeting {on}
      Oh sure, {it}, as if I had nothing better to do
      Yeah right, {it}
      {it} works about as well as a hole in the head
      Because {it} is exactly what I needed
      I would rather eat glass than take {it}
      {it}, you must be joking
      {it}, of all days
      Sure, and {on} pigs will fly
      {it} works like a root canal works
      {it}, very funny
      Only you would offer {it}
      I'd love {it} as much as a tax audit
    `),
  },
  {
    family: 'the choice of something else',
    kind: 'nothing',
    templates: lines(`
      I'll take the {nth} bus {on}
      I'll take the {nth} train
      I'll take the train {on}
      I prefer the {nth} version of the contract
      The {nth} version works
      The {nth} draft is fine
      The {nth} link works
      The {nth} page is perfect
      I liked the {nth} chapter
      Let's go with the {nth} design
      I'd go for the {nth} room
      Number {nr} on the agenda is fine
      Room {nr} works
      Room {nr} is fine
      Chapter {nr} is good
      I need {nr} hours
      I have {nr} children
      There will be {nr} of us
      We are {nr} people
      {nr} of my colleagues can come
      Give me {nr} days
      I'll be {nr} minutes late
      In {nr} weeks
      I have {nr} questions
      It took {nr} hours
      {nr} out of 5 people can come
      This is my {nth} mail
      This is the {nth} time you ask
      For the {nth} time
      I'm asking for the {nth} time
      My {nth} child was born {on}
      I took the {nth} job
      I'll have the fish {on}
      The lift works again {on}
      The invoice from {day} is fine
      The protocol of {day} is good
      The weather {on} will be good
      The {day} newspaper is fine
      My train leaves {on}
      The shop is open {on}
      The office is open {on}
      The deadline is {day}
      The deadline is {on}
      My contract ends {on}
      Our last meeting was {on}
      The concert is {on}
      My birthday is {on}
      The course begins at {hour}
      School ends at {hour}
      I usually have lunch at {hour}
      Lunch is at {hour}
      I got up at {hour}
      The game starts {on}
      I saw your mail {on}
      Your mail came {on}
      I'll take option {nr} of the contract
      Version {nr} works
      My phone number ends in {nr}
      Phase {nr} is done
    `),
  },
  {
    family: 'near an ordinal',
    kind: 'nothing',
    templates: lines(`
      The {nth} week works
      The {nth} week is fine
      In the {nth} week
      I can do the {nth} week
      The {nth} week of February works
      The {nth} half of the week works
      The {nth} half of the day is fine
      The {nth} {freeDay} works
      The {nth} {freeDay} is fine
      I'm free every {nth} week
      Every {nth} week works
      The {nth} quarter works
      The {nth} month is fine
      On {nthDate} is fine
      On {nthDate} works
      {nthDate} of December works
      {nthDate} of next month is fine
      The {nth} round works
      After the {nth} meeting
      Before the {nth} call
      My {nth} choice is something else
      At first I wanted {it}
      At first I thought {it} works
      At first sight {it} works
      On second thought {it} is difficult
      I have second thoughts about {it}
      First I have to ask about {it}
      First of all I need to check {it}
      My first thought was {it}
      For the second time, I can't say whether {it} works
    `),
  },
  {
    family: 'the last but one',
    kind: 'last but one',
    templates: lines(`
      The last but one works
      The last but one is fine
      I'll take the last but one
      The second to last works
      The second last one is fine
      The penultimate one works
      The next to last one, please
    `),
  },
  {
    family: 'not offered',
    kind: 'nothing',
    templates: lines(`
      {freeDay} works
      {freeDay} works for me
      {freeDay} is fine
      I'm free on {freeDay}
      Let's do {freeDay}
      {freeDay} at {hour} works
      {freeDay} at {hour} please
      The {part} of {freeDay} is fine
      {freeDay} {part} works
      I can do {freeDay}
      {freeDay} instead of {day}
      {freeDay} is better than {day}
      The day before {day} works
      The day after {day} is fine
      An hour before {hour} works
      Two hours after {hour} works
      A week after {day} is fine
      The week after {day}
      {it}, but a week later
      {it}, but an hour earlier
      {it} plus one hour
      Half an hour later than {it}
      {weekday} in a month
      {weekday} in two weeks
      {weekday} evening at 11pm works
      {weekday} at 3 in the morning works
      {weekday} night at 10pm is fine
    `),
  },
  {
    family: 'about the time of something',
    kind: 'nothing',
    templates: lines(`
      I'll know by {day}
      I'll know after {day}
      I need it by {day}
      I need the papers before {day}
      I've been busy since {weekday}
      Since {weekday} I've had a cold
      Please write again after {day}
      Please ask me again {on}
      Please remind me {on}
      I take my meetings {on}
      I usually take my meetings {on}
      Most of my meetings are {on}
      Please call me {on}
      Please send me the documents {on}
      Send me the link before {day}
      I'm waiting until {day}
      I'll be home by {hour}
      My calendar opens {on}
      From {day} I have a new address
      My new number is valid from {day}
      Nothing is decided before {day}
      We will see {on}
      I'd rather wait until {day}
      Let's talk about {it} later
      Let's discuss {it} first
      I have a question about {it}
      Thank you for {it}
      Thanks for offering {it}
      I saw {it}
      I noticed {it}
      I've seen {it} in the list
      About {it}
      Regarding {it}
      {it} is a holiday
      {it} is a public holiday in France
      {it} is my birthday
      {it} is in a few days
      {it} is soon
      {it} is early
      {it} is late
      {it} is short notice
      Time flies, {weekday} already
      I hate {weekday}
      {weekday} is just a day like any other
      Today feels like {weekday}
      I thought today was {weekday}
      Any given {weekday}
      Not before {weekday} in the week after
    `),
  },
  {
    family: 'double negation',
    kind: 'nothing',
    templates: lines(`
      It's not that {it} doesn't work
      Not that {it} wouldn't work
      I'm not saying {it} doesn't work
      I don't think {it} is impossible
      I didn't say that I can't do {it}
      I don't want to say no to {it} yet
      I can't say that {it} doesn't work
      {it} isn't out of the question
      {it} doesn't not work
    `),
  },
  {
    family: 'not chosen',
    kind: 'refusal',
    templates: lines(`
      I don't choose {it}
      I won't take {it}
      I'm not taking {it}
      I can't do {it}
      I can't make {it}
      I cannot do {it}
      Don't book {it}
      Please don't book {it}
      Cancel {it}
      Not {it}
      {it} doesn't work
      {it} does not work for me
      {it} isn't good
      {it} is not good for me
      {it} is bad
      {it} is no good
      {it} never works
      {it} won't work
      {it} is impossible
      I'm not free {on}
      I'm not available {on}
      I am never free {on}
      I have no time {on}
      I'm busy {on}
      {it} is already taken
      {it} works for Tom but not for me
      {it} does not suit me
      {it} is too early
      {it} is too late for me
      Unfortunately not {on}
      Sorry, not {it}
      I'm afraid {it} doesn't work
      {it} works for nobody here
      There is no way I can do {it}
      I wouldn't choose {it}
      I would never take {it}
      Under no circumstances {it}
    `),
  },
  {
    family: 'nearly a yes',
    kind: 'nothing',
    templates: lines(`
      Yes, I'll get back to you {on}
      Yes, I'll let you know {on}
      OK, I'll check and reply {on}
      OK, I'll confirm {on}
      Sure, I'll ask Tom about {it}
      Yes, if {it} is still free
      Yes, maybe {on}
      Yes and no, {it} is difficult
      Sounds good, but I have to check {it}
      Great, I'll look at {it}
      Thanks, I'll think about {it}
      That works for Tom {on}
      That would have worked {on}
      That worked {on}
      Yes, unless something comes up {on}
      Good to know about {it}
      Happy to reply {on}
      Gladly, once I know about {it}
      Yes, you offered {it}
      Yes, I saw {it}
      Yes, is that {on}
      No problem, I'll reply {on}
      Perfect timing, I'm back {on}
      I'd be happy to, but I don't know about {it} yet
    `),
  },
  {
    family: 'a kind no',
    kind: 'refusal',
    templates: lines(`
      I'd love to, but not {on}
      I'd love to, but I'm away {on}
      Great idea, but {it} doesn't work
      Thanks, but {it} doesn't work for me
      Not {on}, sorry
      No, not {on}
      No, I'm travelling {on}
      It's a pity, I'm off {on}
    `),
  },
  {
    family: 'a farewell',
    kind: 'farewell',
    templates: lines(`
      See you {on}
      See you {weekday}
      See you {weekday} then
      Until {weekday}
      Until {weekday} then
      Talk to you {on}
      Talk {weekday}
      Looking forward to {weekday}
      Looking forward to {day}
      Thanks, see you {on}
    `),
  },
  {
    family: 'a wish',
    kind: 'courtesy',
    templates: lines(`
      Have a nice {weekday}
      Happy {weekday}
      Have a good {weekday} and thanks
    `),
  },
  {
    family: 'praise',
    kind: 'praise',
    templates: lines(`
      All good
      All good, thanks
      All is well
      Everything is fine here
      Fine
      Sounds good
      Looks good
      Perfect
      No problem
      That's fine
      That works
      See you then
    `),
  },
];

function mixtures(one: Fact, other: Fact): ReturnType<Language['mixtures']> {
  const weekday = WEEKDAYS[one.weekday];
  const short = weekday?.slice(0, 3);
  const month = MONTHS[other.month - 1];
  const onDay = (fact: Fact) => fact.weekday === one.weekday && fact.day === other.day;
  const onDate = (fact: Fact) => onDay(fact) && fact.month === other.month;
  const atHour = (fact: Fact) => fact.weekday === one.weekday && fact.time === other.time;
  const dateAtHour = (fact: Fact) => fact.date === one.date && fact.time === other.time;
  const hour = hourOf(other.time);
  const mixed: ReturnType<Language['mixtures']> = [
    [`${weekday} the ${ordinal(other.day)}`, onDay],
    [`${weekday}, the ${ordinal(other.day)}`, onDay],
    [`${weekday} ${ordinal(other.day)} of ${month}`, onDate],
    [`${weekday}, ${other.day} ${month}`, onDate],
    [`${short} ${other.day} ${month?.slice(0, 3)}`, onDate],
    [`${weekday}, ${month} ${other.day}`, onDate],
    [`${month} ${ordinal(other.day)}, a ${weekday}`, onDate],
    [`${weekday} at ${hour}`, atHour],
    [`${hour} on ${weekday}`, atHour],
    [`${weekday} ${other.time}`, atHour],
    [`${other.time} on ${weekday}`, atHour],
    [`${MONTHS[one.month - 1]} ${ordinal(one.day)} at ${hour}`, dateAtHour],
    [`${hour} on the ${ordinal(one.day)}`, (fact) => fact.day === one.day && fact.time === other.time],
    [`${weekday} the ${ordinal(one.day)} at ${hour}`, dateAtHour],
  ];
  if (other.place === 0) return mixed;
  const placed = (fact: Fact) => fact.weekday === one.weekday && fact.place === other.place;
  return [
    ...mixed,
    [`option ${other.place} on ${weekday}`, placed],
    [`option ${other.place} (${weekday})`, placed],
    [`${weekday}, option ${other.place}`, placed],
    [
      `the ${ORDINALS[other.place]} one on ${weekday} at ${hourOf(one.time)}`,
      (fact) => placed(fact) && fact.time === one.time,
    ],
  ];
}

export const ENGLISH: Language = {
  code: 'en',
  namesOf,
  negatives,
  strangers: strangersTo,
  mixtures,
  choices: {
    clear: lines(`
      {it} works
      {it} works for me
      {it} is fine
      {it} is good for me
      I'll take {it}
      I can do {it}
      Let's do {it}
      I'm free {on}
    `),
    mixed: lines(`
      {when} works
      {when} works for me
      {when} please
      {when} is fine
      {when}
      I'll take {when}
      I can do {when}
      Let's do {when}
      Yes, {when}
    `),
  },
  positives: {
    one: lines(`
      {it} works
      {it} works for me
      {it} works well for me
      {it} works fine
      {it} works best for me
      {it} would work
      {it} would be great
      {it} is fine
      {it} is fine with me
      {it} is good
      {it} is great for me
      {it} is perfect
      {it} is okay for us
      {it} is ok
      {it} suits me
      {it} suits me well
      {it} fits
      {it}
      {it}, please
      {it} please
      {it} it is
      Yes, {it} works
      Yes, {it} please
      Hi Ada, {it} works for me
      I'll take {it}
      I will take {it}
      I'd like to take {it}
      I would like {it}
      I can do {it}
      I can make {it}
      I choose {it}
      I'd go for {it}
      I'm going with {it}
      Let's do {it}
      Let's go with {it}
      Let's say {it}
      Let's take {it}
      Please book {it}
      Please put me down for {it}
      Happy to do {it}
      We can do {it}
      I'm free {on}
      I am available {on}
      I have time {on}
      I can meet {on}
      I can come {on}
      Let's meet {on}
      We could meet {on}, that works for us
      {on} works for me
      {on} is fine
      Thank you for the options. {it} works for me
      {it} works for me, thank you
      {it} works for me. See you then
      {it} works for me. I look forward to it
      {it} is good. Thanks a lot and see you soon
      {it} works for me, I'm free that day
      Sorry for the late reply. {it} works
    `),
    two: lines(`
      {it} and {it2} work
      {it} and {it2} work for me
      {it} or {it2} works
      {it} or {it2} would be fine
      Both {it} and {it2} are fine
      I can do {it} and {it2}
      I can do {it} or {it2}
      {it} works, {it2} works too
      {it} is fine and so is {it2}
      {it} and {it2}, please
      I'm free {on} and {on2}
    `),
    all: lines(`
      All of them work
      All of these work for me
      Any of these works
      Any of them is fine
      Any of those times works for me
      All times work
      I can do all of them
      Everything works
      They all work
      All options are fine
      Whichever you like, they all work
      I'm free at all of these times
    `),
    only: lines(`
      Yes
      Yes, please
      Yes, that works
      Yes, {day} works
      That works
      That works for me
      Works for me
      Sounds good
      Sounds good, see you then
      Perfect, see you {on}
      That suits me
      I'll be there
      Confirmed
      I can make it
      {day} works
      {day} is fine
      {day} at {hour} works for me
      {hour} is good
      Fine with me
      Great, that works
      I'm free {on}
      I'm free then
    `),
  },
  combinations: {
    'refused, then chosen': lines(`
      {it} doesn't work, {it2} does
      {it} doesn't work, {it2} works
      {it} doesn't work, but {it2} works
      {it} does not work for me. {it2} does
      {it} doesn't work. {it2} works for me
      I can't do {it}. {it2} works for me
      I can't do {it}, but I can do {it2}
      I can't make {it} but {it2} is fine
      I'm busy {on}, {it2} works
      I'm not free {on}. {it2} is good
      Not {it}, but {it2} works
      Not {it}, {it2} please
      {it} is bad, {it2} is good
      Sorry, {it} doesn't work for me. {it2} would be great
      Instead of {it} I'll take {it2}
      {it2} rather than {it}
      I'm travelling {on}, so {it2} please
      Unfortunately {it} is not possible, {it2} is fine
    `),
    'chosen, then refused': lines(`
      {it} works, {it2} doesn't
      {it} works, {it2} does not
      {it} works but {it2} doesn't
      {it} works, but not {it2}
      {it}, not {it2}
      {it} is fine, {it2} isn't
      I can do {it}, but not {it2}
      I can do {it} but I can't do {it2}
      {it} works for me. I can't do {it2}
      {it} works because I'm busy {on2}
      {it} please, I'm away {on2}
      I'll take {it} since {it2} doesn't work
    `),
    'all but one': lines(`
      All but {it}
      All but {it} work
      All except {it} work for me
      Everything works except {it}
      Everything but {it} is fine
      All of them work except {it}
      Any of them except {it}
      Anything but {it}
      Any time but not {on}
      All work, but not {it}
      I can do all of them except {it}
      All but {it} are fine
    `),
    'only one': lines(`
      {it} works, none of the others do
      Only {it} works, none of the others do
      {it} is fine. None of the other times work
      Only {it} works
      Only {it} works for me
      I can only do {it}
      {it} is the only one that works
      The only one that works is {it}
      Nothing works except {it}
      None of them but {it} works
      I can't do any of them except {it}
    `),
    'two refused': lines(`
      I can't make {it} and {it2}
      I'm away {on} and can't do {it2}
      Neither {it} nor {it2} works
      Neither {it} nor {it2}
      {it} and {it2} don't work
      I can't do {it} or {it2}
      I can't do {it} and I can't do {it2}
      {it} doesn't work and {it2} doesn't either
      {it} doesn't work, neither does {it2}
      I'm busy {on} and {on2}
    `),
    'from then on': lines(`
      Any time from {weekday} on works
      From {weekday} onwards I'm free
    `),
    'after that': lines(`
      Any time after {weekday} works
      Any of them after {weekday} is fine
    `),
    'before that': lines(`
      Any time before {weekday} works
      Any of them before {weekday} is fine
    `),
  },
  ambiguousOnThatDay: lines(`
    Any time after {weekday} works
    Any time after {weekday}
    I can do any time after {weekday}
  `),
  manners: {
    greetings: ['Hi Ada,', 'Hello,', 'Dear Ms Lovelace,', 'Hi,', 'Good morning Ada,'],
    thanks: ['Thanks!', 'Thank you for your mail.', 'Thanks for the options.'],
    closings: ['Best,\nGrace', 'Kind regards\nGrace Hopper', 'Thanks,\nGrace', 'Cheers\nGrace'],
  },
};
