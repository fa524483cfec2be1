// What a person has written, cut out of what is quoted, signed and added; and the day on which somebody is back.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { backOn } from '../../src/mail-in/out-of-office.ts';
import { replyIn } from '../../src/mail-in/reply-text.ts';
import { CLIENTS, LANGUAGES, quotedBy } from '../replies/clients.ts';
import { describe, test } from '../support/lanes.ts';

const GOLDEN = new URL('../mail-out/golden/', import.meta.url);
const reply = (text: string) => replyIn(text, 'Grace Hopper').text;
const isInterleaved = (text: string) => replyIn(text, 'Grace Hopper').is_interleaved;
const LINK = `https://rota.example.org/m/${'0'.repeat(54)}`;

describe('The answer', () => {
  const messages = readdirSync(GOLDEN).map((file) => ({
    file,
    text: readFileSync(new URL(file, GOLDEN), 'utf8').replace(/^Subject:.*\nPreview:.*\n/, ''),
  }));

  test('stands above any message of ours, marked or not', () => {
    assert.ok(messages.length > 30);
    for (const { file, text } of messages) {
      assert.equal(reply(`Number 2 please\n\n${text}`), 'Number 2 please', file);
      const quoted = text.replace(/^/gm, '> ');
      assert.equal(reply(`2\n\nOn 16 Nov 2026, Ada <a@example.org> wrote:\n${quoted}`), '2', file);
      assert.equal(reply(`${quoted}\n\n2`), '2', file);
      assert.ok(!isInterleaved(`${quoted}\n\n2`), file);
      const block = 'From: Ada <a@example.org>\nSent: Monday\nTo: Grace\nSubject: Times';
      assert.equal(reply(`2\n\n${block}\n\n${text}`), '2', file);
      // Numbers with a colon are no header fields.
      assert.equal(reply(`1: no\n2: yes\n\n${block}\n\n${text}`), '1: no\n2: yes', file);
    }
  });

  test('is nothing if there is only a message of ours', () => {
    for (const { file, text } of messages) assert.equal(reply(text), '', file);
    assert.equal(reply(`Dear guest,\n1. Tuesday\n   ${LINK}`), '');
    assert.equal(reply(`Stop these messages:\n${LINK.replace('/m/', '/m/stop/')}`), '');
  });

  const cut: Record<string, string> = {
    'in English': 'On Mon, Nov 16, 2026 at 10:00 AM Ada Lovelace <a@example.org> wrote:',
    'over two lines': 'On Mon, Nov 16, 2026 at 10:00 AM Ada Lovelace <\nada@example.org> wrote:',
    'over three lines':
      'On Monday, November 16, 2026 at 10:00\nAM, Ada Lovelace via Rota\n<ada@example.org> wrote:',
    'in German': 'Am 16.11.2026 um 10:00 schrieb Ada Lovelace <a@example.org>:',
    'in German, over two lines': 'Am Mo., 16. Nov. 2026 um 10:00 Uhr schrieb Ada <\nada@example.org>:',
    'with the name first': 'Ada Lovelace <a@example.org> schrieb am Mo., 16. Nov. 2026, 10:00:',
    'as Yahoo writes in German':
      'Am Montag, 16. November 2026 um 10:00:00 MEZ hat Ada <a@example.org> Folgendes geschrieben:',
    'in French': 'Le lun. 16 nov. 2026 à 10:00, Ada <a@example.org> a écrit :',
    'in French, over two lines': 'Le lun. 16 nov. 2026 à 10:00,\nAda Lovelace <a@example.org> a écrit :',
    'in French, in the wrong charset': 'Le lun. 16 nov. 2026 Ã  10:00, Ada <a@example.org> a Ã©crit :',
    'as Apple forwards in French': 'Début du message réexpédié :',
    'in Spanish': 'El lun, 16 nov 2026 a las 10:00, Ada (<a@example.org>) escribió:',
    'as Thunderbird writes in Spanish': 'El 16/11/26 a las 10:00, Ada escribió:',
    'in Italian': 'Il giorno lun 16 nov 2026 alle ore 10:00 Ada <a@example.org> ha scritto:',
    'in Italian, over two lines':
      'Il giorno lun 16 nov 2026 alle ore 10:00 Ada <\na@example.org> ha scritto:',
    'in Dutch': 'Op ma 16 nov 2026 om 10:00 schreef Ada <a@example.org>:',
    'as Apple writes in Dutch': 'Op 16 nov 2026, om 10:00 heeft Ada <a@example.org> het volgende geschreven:',
    'in Portuguese': 'Em seg., 16 de nov. de 2026 às 10:00, Ada <a@example.org> escreveu:',
    'as Thunderbird writes in Portuguese': 'Às 10:00 de 16/11/2026, Ada escreveu:',
    'in Polish': 'pon., 16 lis 2026 o 10:00 Ada <a@example.org> napisał(a):',
    'as Apple writes in Polish':
      'Wiadomość napisana przez Ada <a@example.org> w dniu 16 lis 2026, o godz. 10:00:',
    'as Thunderbird writes in Polish': 'W dniu 16.11.2026 o 10:00, Ada pisze:',
    'as Zoho writes in French': '---- Le lun., 16 nov. 2026 10:00:00 +0100 Ada <a@example.org> a écrit ----',
    'with dashes in French': "-----Message d'origine-----",
    'with dashes in Spanish': '-------- Mensaje original --------',
    'with dashes in Italian': '-----Messaggio originale-----',
    'with dashes in Polish': '-----Oryginalna wiadomość-----',
    'with dashes in Portuguese': '-----Mensagem original-----',
    'with dashes': '-----Original Message-----',
    'with dashes, in German': '-----Ursprüngliche Nachricht-----',
    'in the wrong charset': '-----UrsprÃ¼ngliche Nachricht-----',
    'between dashes': '---- On Mon, 16 Nov 2026 10:00:00 +0100 Ada <a@example.org> wrote ----',
    'as Samsung writes': '-------- Original message --------\nFrom: Ada <a@example.org>',
    'as GMX writes on phones': 'Am 16.11.26, 10:00, Ada schrieb:',
    'as forwarded': '---------- Forwarded message ---------',
    'as forwarded by Apple': 'Begin forwarded message:',
    'by headers': 'From: Ada\nSent: Monday\nTo: Grace\nSubject: Times',
    'by headers in German': 'Von: Ada\nGesendet: Montag\nAn: Grace\nBetreff: Zeiten',
    'by headers in bold': '*From:* Ada\n*Date:* Monday\n*To:* Grace\n*Subject:* Times',
    'by headers of GMX':
      'Gesendet: Montag, 16. November 2026 um 10:00 Uhr\nVon: Ada\nAn: Grace\nBetreff: Zeiten',
    'by headers in French': 'De : Ada\nEnvoyé : lundi\nÀ : Grace\nObjet : Horaires',
    'by headers in French, in the wrong charset': 'De : Ada\nEnvoyÃ© : lundi\nÃ€ : Grace\nObjet : Horaires',
    'by headers in Spanish': 'De: Ada\nEnviado el: lunes\nPara: Grace\nAsunto: Horas',
    'by headers in Italian': 'Da: Ada\nInviato: lunedì\nA: Grace\nOggetto: Orari',
    'by headers in Polish': 'Od: Ada\nWysłane: poniedziałek\nDo: Grace\nTemat: Terminy',
    'by headers in Polish, with copies': '*Od:* Ada\n*Data:* poniedziałek\n*DW:* Bob\n*Temat:* Terminy',
    'by headers in Dutch': 'Van: Ada\nVerzonden: maandag\nAan: Grace\nOnderwerp: Tijden',
    'by headers in Portuguese': 'De: Ada\nEnviada em: segunda\nPara: Grace\nAssunto: Horários',
    'by headers below a line': '________________________________\nFrom: Ada\n\nSent: Monday\n\nTo: Grace',
  };
  for (const [how, line] of Object.entries(cut)) {
    test(`ends where the original begins ${how}`, () => {
      assert.equal(reply(`Yes, 1.\n\n${line}\n\n2. Wednesday\n3. Friday`), 'Yes, 1.');
      assert.equal(reply(`Yes, 1.\n\n${line}\n> 2. Wednesday\n> 3. Friday`), 'Yes, 1.');
    });
  }

  for (const language of LANGUAGES) {
    test(`ends where nine clients quote, in the language ${language}`, () => {
      for (const client of CLIENTS) assert.equal(reply(quotedBy(client, language, '2')), '2', client);
    });
  }

  const goingOn: Record<string, string> = {
    English: 'On Mon, Nov 16, 2026 at 9:12, Ada via Rota<a@example.org> wrote:   1. Tuesday',
    'English, folded': 'On Mon, Nov 16, 2026 at 9:12,\nAda via Rota<a@example.org> wrote:   1. Tuesday',
    German: 'Am Mo., Nov. 16, 2026 at 9:12 schrieb Ada<a@example.org>:   1. Tuesday',
    Italian: 'Il lun, 16 nov 2026 alle 9:12, Ada<a@example.org> ha scritto:   1. Tuesday',
    Portuguese: 'Em seg., 16 de nov. de 2026 às 9:12, Ada<a@example.org> escreveu:   1. Tuesday',
    Dutch: 'Op ma, nov. 16, 2026 om 9:12 schreef Ada<a@example.org>:   1. Tuesday',
  };
  for (const [language, line] of Object.entries(goingOn)) {
    test(`ends where a message goes on in the line that says whose it is, in ${language}`, () => {
      assert.equal(reply(`No, 3.\n\n${line}\n2. Wednesday`), 'No, 3.');
    });
  }

  test('stands below what is quoted, or above it, in any language', () => {
    const lines: Record<string, string> = {
      fr: 'Le lun. 16 nov. 2026 à 09:12,\nAda <a@example.org> a écrit :',
      es: 'El lun, 16 nov 2026 a las 9:12, Ada (<\na@example.org>) escribió:',
      it: 'Il giorno lun 16 nov 2026 alle ore 09:12 Ada <a@example.org>\nha scritto:',
      pl: 'pon., 16 lis 2026 o 09:12 Ada <a@example.org> napisał(a):',
      nl: 'Op ma 16 nov 2026 om 09:12 schreef Ada <\na@example.org>:',
      pt: 'Em seg., 16 de nov. de 2026 às 09:12, Ada <a@example.org> escreveu:',
    };
    for (const [language, line] of Object.entries(lines)) {
      const below = `${line}\n> 2. Wednesday\n\nThat one`;
      assert.equal(reply(below), 'That one', language);
      assert.ok(isInterleaved(below), language);
      const above = `That one\n\n${line}\n> 2. Wednesday\n`;
      assert.equal(reply(above), 'That one', language);
      assert.ok(!isInterleaved(above), language);
    }
  });

  test('is all that stands between quotes', () => {
    const text = 'Am 16.11. um 10 Uhr schrieb Ada:\n> 1. Tuesday\nno\n>> 2. Wednesday\n> 3. Friday\n\nyes\n';
    assert.equal(reply(text), 'no\n\nyes');
    assert.ok(isInterleaved(text));
    assert.ok(isInterleaved('> This time does not work\nyes'), 'what is said yes to is not there');
    assert.ok(isInterleaved('yes\n> 1. Tuesday\nno\n> 2. Wednesday'));
    assert.ok(!isInterleaved('yes\n> 1. Tuesday\n\n-- \nGrace'));
    assert.equal(reply('2026年11月16日(月) 10:00 Ada <a@example.org>:\n> 1. Tuesday\nyes'), 'yes');
  });

  const signed: Record<string, string> = {
    'Option 2.\n\n-- \nGrace Hopper\n+1 555 1 2 3': 'Option 2.',
    'Option 2.\n\nBest regards,\nGrace Hopper\nRoom 3': 'Option 2.',
    'Option 2.\n\nMit freundlichen Grüßen\n\nG. Hopper\nTel. 030 3': 'Option 2.',
    'Option 2.\n\nViele Grüße aus Berlin\nGrace': 'Option 2.',
    'Option 2.\n\nGrace': 'Option 2.',
    'Option 2.\nThanks,\nGrace': 'Option 2.\nThanks,',
    'Option 2.\n\nSent from my iPhone': 'Option 2.',
    'Option 2.\n\nSent with [Proton Mail](https://proton.me/) secure email.': 'Option 2.',
    'Option 2.\n\nVon meinem iPhone gesendet': 'Option 2.',
    'Option 2.\n\nGesendet mit der Outlook App': 'Option 2.',
    'Option 2.\n\nGet Outlook for Android<https://aka.ms/x>': 'Option 2.',
    'Option 2.\n\nThis e-mail is confidential and intended for 3 people only.': 'Option 2.',
    'Option 2.\n\nDiese E-Mail enthält vertrauliche Informationen. 3': 'Option 2.',
    'Option 2.\n\nGrüße\nGrace\n\nPS: or 3': 'Option 2.\n\nPS: or 3',
    'Option 2.\n\nGrace Hopper | Admiral': 'Option 2.',
    'Option 2.\nGrace Hopper | Admiral | Example Corp': 'Option 2.',
    'Option 2.\n\nGrace (she/her)': 'Option 2.',
    'Option 2.\n\nGrace Hopper (she/her) | Admiral': 'Option 2.',
    'Option 2.\n\nGrace Hopper (elle)': 'Option 2.',
    'Option 2.\n\nDr. Grace Hopper, Head of Research and Development': 'Option 2.',
    'Option 2.\n\nGrace Hopper – Example Corp\n+1 555 123 4567\nwww.example.org': 'Option 2.',
    'Option 2.\nGrace Hopper\nExample Corp\nTel.: +49 (0)30 1234567\ngrace@example.org': 'Option 2.',
    'Option 2.\nGrace Hopper\nTél. : 06.12.34.56.78': 'Option 2.',
    'Option 2.\n\n-- \nGrace Hopper | Admiral': 'Option 2.',
    'Option 2.\n\nGrace Hopper | Admiral\n\nPS: or 3': 'Option 2.\n\nPS: or 3',
    'Option 2.\n\nCordialement,\nGrace Hopper | Amirale': 'Option 2.',
    'Opción 2.\n\nUn saludo,\nGrace': 'Opción 2.',
    'Opzione 2.\n\nCordiali saluti\nGrace Hopper': 'Opzione 2.',
    'Opcja 2.\n\nPozdrawiam\nGrace': 'Opcja 2.',
  };
  for (const [text, shown] of Object.entries(signed)) {
    test(`has no signature: ${JSON.stringify(text)}`, () => assert.equal(reply(text), shown));
  }

  const footers = [
    'Sent from my iPhone',
    'Sent from Yahoo Mail on Android',
    'Sent from Outlook for iOS<https://aka.ms/o0ukef>',
    'Get Outlook for Android<https://aka.ms/AAb9ysg>',
    'Von meinem iPhone gesendet',
    'Von Yahoo Mail auf Android gesendet',
    'Outlook für Android<https://aka.ms/AAb9ysg> beziehen',
    'Gesendet mit der WEB.DE Mail App',
    'Envoyé de mon iPhone',
    'Envoyé depuis Yahoo Mail pour Android',
    'Envoyé à partir d’Outlook pour Android<https://aka.ms/AAb9ysg>',
    'Télécharger Outlook pour Android<https://aka.ms/AAb9ysg>',
    'Enviado desde mi iPhone',
    'Enviado desde Yahoo Mail para Android',
    'Obtener Outlook para Android<https://aka.ms/AAb9ysg>',
    'Inviato da iPhone',
    'Inviato dal mio dispositivo Galaxy',
    'Scarica Outlook per Android<https://aka.ms/AAb9ysg>',
    "Wysłane z iPhone'a",
    'Wysłano z programu Outlook dla systemu Android',
    'Pobierz aplikację Outlook dla systemu Android<https://aka.ms/AAb9ysg>',
    'Verstuurd vanaf mijn iPhone',
    'Verzonden met Outlook voor Android',
    'Outlook voor Android<https://aka.ms/AAb9ysg> downloaden',
    'Enviado do meu iPhone',
    'Enviado do Yahoo Mail no Android',
    'Obter o Outlook para Android<https://aka.ms/AAb9ysg>',
  ];
  for (const footer of footers) {
    test(`has nothing that a phone adds: ${footer}`, () => {
      assert.equal(reply(`Option 2.\n\n${footer}\n`), 'Option 2.');
    });
  }

  test('keeps whatever may belong to it', () => {
    for (const text of [
      'Option 2.\n\nBest regards,\nbut not on Friday',
      'Option 2.\n\nThanks,\nFriday works too',
      'Option 2.\n\nSent from my iPhone, sorry. Not option 2!',
      'Option 2.\n\nSent from my iPhone. Not option 2',
      'Option 2\n\nGrace 3',
      'These suit me:\nThursday | 10:00',
      'Not 2.\n\nGrace | Thursday',
      'Not 2.\n\nGrace | 3',
      'Not 2.\n\nGrace, Thursday Morning',
      'Not 2.\n\nGrace Hopper (not Tuesday)',
      'Not 2.\n\nGrace (Option 3)',
      'Not 2.\n\nGrace – jeudi',
      'Not 2.\nGrace Hopper | Admiral\nbut 3 is fine',
      'Not 2.\nGrace Hopper\nNumber 3',
      'Not 2.\nGrace Hopper\n18.11.2026 10:00',
      'Not 2.\nGrace Hopper\n2026-11-18',
      'Not 2.\nAda Lovelace | Countess',
      'Option 2.\n\nEnviado desde mi iPhone, la 2 no',
      'Option 2.\n\nEnvoyé de mon iPhone - pas la 2',
      'Option 2.\n\nInviato da iPhone. Non la 2',
      'Option 2.\n\nEnvoyé de Paris',
      'El 16 a las 10:00 escribió Ada: none of these',
      'Le 2 me va, Ada a écrit 3',
      'De: 9\nA: 10',
      'On Monday I wrote: none of these',
      'From 9 to 10 works',
      'Cheers!',
      'From: 9\nTo: 10',
    ]) {
      assert.equal(reply(text), text);
      assert.ok(!isInterleaved(text), text);
    }
    assert.equal(reply('Option 2.\n\nSent from my iPhone\n\nNo, 3!'), 'Option 2.\n\nNo, 3!');
  });

  test('is not longer than anybody reads', () => {
    assert.ok(reply('word '.repeat(5_000)).length <= 10_000);
  });
});

describe('The day of return', () => {
  const WRITTEN_AT = Date.parse('2026-11-16T10:00:00Z');
  const days: Record<string, string | null> = {
    'I am back on 23 November.': '2026-11-23',
    'I will be back in the office on Monday, 23 November 2026.': '2026-11-23',
    'I will return on November 23rd.': '2026-11-23',
    'Out of office until 20 Nov': '2026-11-21',
    'I am away from 10 to 20 November 2026.': '2026-11-21',
    'I am on leave through 2026-11-30.': '2026-12-01',
    'I am out until 11/20/2026.': '2026-11-21',
    'Away until 20 November, back on 23 November.': '2026-11-23',
    'Ich bin ab dem 23.11. wieder erreichbar.': '2026-11-23',
    'Ich bin wieder ab Montag, 23. November im Büro.': '2026-11-23',
    'Ich bin bis einschließlich 20.11.2026 nicht im Büro.': '2026-11-21',
    'Ich bin vom 10.11. bis zum 20.11. im Urlaub.': '2026-11-21',
    'Am 23.11. bin ich wieder da.': '2026-11-23',
    'Ich bin bis 4. Januar im Urlaub.': '2027-01-05',
    // Not certain.
    'I am back soon.': null,
    'I am out until 3/4.': null,
    'Ab dem 10.11. bin ich im Urlaub.': null,
    'Back on 23 November or back on 24 November.': null,
    'I was back on 10 November 2025.': null,
    'I am out until 31.02.2027.': null,
  };
  for (const [text, day] of Object.entries(days)) {
    test(`${text} ${day ?? 'says nothing'}`, () => assert.equal(backOn(text, WRITTEN_AT), day));
  }

  test('is not known if the mail says not when it was written', () => {
    assert.equal(backOn('I am back on 23 November.', null), null);
  });
});
