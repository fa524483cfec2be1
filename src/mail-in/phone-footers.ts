// Footers that programs add on their own: `Sent from my iPhone`, `Get Outlook for Android`, in eight languages. A sentence that
// only begins like one is kept.

/** After the words, or instead of the program's name. */
const LINK = /\s?[<([]\s?https?:\/\/[^\s<>()[\]]{1,200}\s?[>)\]]/g;
/** The owner's words ("my phone"), or the name of the device or program. */
const DEVICE =
  '(?:my|mein\\w*|mon|ma|mi|mijn|meu|minha|mio|mia|moje\\w*|iphone|ipad|android|galaxy|samsung|huawei|xiaomi|blackberry|yahoo|outlook|mail|gmail|gmx|web\\.de|proton|aol|spark|front|superhuman|windows)\\b';
/** The rest of the line, unless a sentence ends there or goes on after a dash. */
const REST = '(?!.{0,60}\\s[-–—]\\s)[^.!?,;:]{0,60}\\.?$';

const FOOTERS = [
  `sent (?:from|via|with|using) \\[?${DEVICE}`,
  `gesendet (?:mit|von|aus|über) (?:der |dem )?${DEVICE}`,
  `envoyé (?:(?:de|depuis|à partir de|avec|via) (?:l.application |la )?|(?:à partir )?d.)${DEVICE}`,
  `enviado (?:desde|con|via|do|da|de|pelo|a partir d[eoa]|com) (?:el |la |o |a )?${DEVICE}`,
  `inviato (?:da|dal|dalla|con|tramite) (?:il |la )?${DEVICE}`,
  `(?:verstuurd|verzonden) (?:vanaf|van|met|via|vanuit) ${DEVICE}`,
  `wysłan[eoy] (?:z|za pomocą|przy użyciu) (?:aplikacji |programu |poczty |telefonu )?${DEVICE}`,
  '(?:get|hol(?:en sie|e dir)(?: sich)?|laden sie|télécharge[rz]|obten(?:ez|ir)|obtener|descargar|ottieni|scarica|download|obter o|obtenha o|baixar o|pobierz(?: aplikację| program)?) outlook (?:for|für|pour|para|per|voor|dla)\\b',
].map((beginning) => new RegExp(`^${beginning}${REST}`, 'i'));

/** Footers with the verb at the end. */
const ENDINGS = [
  /^(?:von|aus) mein(?:em|er) [^.!?,;]{1,40} gesendet\.?$/i,
  /^von yahoo mail [^.!?,;]{1,40} gesendet\.?$/i,
  /^diese nachricht wurde von meinem [^!?,;]{1,80} gesendet\.?$/i,
  /^outlook (?:für|voor) [^.!?,;]{1,30} (?:beziehen|abrufen|downloaden|ophalen)\.?$/i,
];

export function isPhoneFooter(line: string): boolean {
  if (line.length > 300) return false;
  const words = line.replace(LINK, '').replace(/^\[|\]$/g, '');
  return [...FOOTERS, ...ENDINGS].some((pattern) => pattern.test(words));
}
