// What cities, and islands, that time zones are named after are called in other languages. Intl knows, but doesn't tell.
import type { Language } from '../text/languages.ts';

/** English, German, French, Spanish. Those that are missing are called the same everywhere; so is what is left empty. */
const TABLE = `
Accra|||Acra
Addis Ababa|Addis Abeba|Addis-Abeba|Adís Abeba
Aden|||Adén
Algiers|Algier|Alger|Argel
Amman|||Amán
Amsterdam|||Ámsterdam
Ashgabat|Aschgabat|Achgabat|Asjabad
Astrakhan|Astrachan||Astracán
Asuncion|Asunción||Asunción
Athens|Athen|Athènes|Atenas
Azores|Azoren|Les Açores|
Baghdad|Bagdad|Bagdad|Bagdad
Bahrain||Bahreïn|Baréin
Baku||Bakou|Bakú
Beirut||Beyrouth|
Belem|Belém|Belém|Belém
Belgrade|Belgrad||Belgrado
Belize|||Belice
Berlin|||Berlín
Bermuda||Les Bermudes|Bermudas
Bishkek|Bischkek|Bichkek|Biskek
Bogota|Bogotá||Bogotá
Brunei|||Brunéi
Brussels|Brüssel|Bruxelles|Bruselas
Bucharest|Bukarest|Bucarest|Bucarest
Busingen|Büsingen|Büsingen|Büsingen
Cairo|Kairo|Le Caire|El Cairo
Canary|Kanaren|Les Canaries|Canarias
Cancun|Cancún|Cancún|Cancún
Cape Verde|Kap Verde|Le Cap-Vert|Cabo Verde
Cayenne|||Cayena
Chisinau|||Chisináu
Chita|Tschita|Tchita|Chitá
Ciudad Juarez|Ciudad Juárez|Ciudad Juárez|Ciudad Juárez
Comoro|Komoren|Les Comores|Comoras
Copenhagen|Kopenhagen|Copenhague|Copenhague
Cordoba|Córdoba|Córdoba|Córdoba
Cuiaba|Cuiabá|Cuiabá|Cuiabá
Curacao|Curaçao|Curaçao|Curazao
Damascus|Damaskus|Damas|Damasco
Dar es Salaam|Daressalam||
Dhaka||Dacca|Daca
Djibouti|Dschibuti||Yibuti
Dubai||Dubaï|Dubái
Dublin|||Dublín
Dushanbe|Duschanbe|Douchanbé|Dusambé
Easter|Osterinsel|L’île de Pâques|Isla de Pascua
Faroe|Färöer|Les Féroé|Islas Feroe
Fiji|Fidschi|Fidji|Fiyi
Galapagos||Les Galápagos|Galápagos
Guadeloupe|||Guadalupe
Havana|Havanna|La Havane|La Habana
Ho Chi Minh|Ho-Chi-Minh-Stadt|Hô-Chi-Minh-Ville|Ciudad Ho Chi Minh
Hong Kong|Hongkong||
Honolulu|||Honolulú
Irkutsk||Irkoutsk|
Istanbul|||Estambul
Jakarta|||Yakarta
Jamaica|Jamaika|La Jamaïque|
Jerusalem||Jérusalem|Jerusalén
Johannesburg|||Johannesburgo
Juba|Dschuba|Djouba|Yuba
Kabul||Kaboul|
Kaliningrad|||Kaliningrado
Kamchatka|Kamtschatka|Kamtchatka|
Karachi|Karatschi||
Kathmandu||Katmandou|Katmandú
Khartoum|Khartum||Jartum
Kolkata|Kalkutta|Calcutta|Calcuta
Krasnoyarsk|Krasnojarsk|Krasnoïarsk|
Kuwait||Koweït|
Lisbon|Lissabon|Lisbonne|Lisboa
Ljubljana|||Liubliana
Lome|Lomé|Lomé|Lomé
London||Londres|Londres
Los Angeles|||Los Ángeles
Luxembourg|Luxemburg||Luxemburgo
Macau||Macao|Macao
Madeira||Madère|
Magadan|||Magadán
Maldives|Malediven|Les Maldives|Maldivas
Malta||Malte|
Manila||Manille|
Marquesas||Les Marquises|
Martinique|||Martinica
Mauritius||Maurice|Mauricio
Mazatlan|Mazatlán|Mazatlán|Mazatlán
Merida|Mérida|Mérida|Mérida
Mexico City|Mexiko-Stadt|Mexico|Ciudad de México
Mogadishu|Mogadischu|Mogadiscio|Mogadiscio
Monaco|||Mónaco
Moscow|Moskau|Moscou|Moscú
Muscat|Maskat|Mascate|Mascate
Ndjamena|N’Djamena|N’Djamena|Yamena
New York|||Nueva York
Nicosia|Nikosia|Nicosie|
Noumea|Nouméa|Nouméa|Numea
Novosibirsk|Nowosibirsk|Novossibirsk|
Ouagadougou|||Uagadugú
Panama|||Panamá
Paris|||París
Port of Spain||Port-d’Espagne|Puerto España
Port-au-Prince|||Puerto Príncipe
Prague|Prag||Praga
Puerto Rico||Porto Rico|
Pyongyang|Pjöngjang||Pionyang
Qatar|Katar||Catar
Reunion|Réunion|La Réunion|Reunión
Reykjavik|Reykjavík||Reikiavik
Riyadh|Riad|Riyad|Riad
Rome|Rom||Roma
Sakhalin|Sachalin|Sakhaline|Sajalín
Samarkand||Samarcande|Samarcanda
San Marino||Saint-Marin|
Santo Domingo||Saint-Domingue|
Sao Paulo|São Paulo|São Paulo|São Paulo
Sao Tome|São Tomé|São Tomé|Santo Tomé
Seoul||Séoul|Seúl
Shanghai|||Shanghái
Simferopol|||Simferópol
Singapore|Singapur|Singapour|Singapur
Skopje|||Skopie
Sofia|||Sofía
St Johns|St. John’s|Saint-Jean de Terre-Neuve|San Juan de Terranova
Stockholm|||Estocolmo
Sydney|||Sídney
Tahiti|||Tahití
Taipei|Taipeh||Taipéi
Tallinn|||Tallin
Tashkent|Taschkent|Tachkent|Taskent
Tbilisi|Tiflis|Tbilissi|Tiflis
Tehran|Teheran|Téhéran|Teherán
Tirane|Tirana|Tirana|Tirana
Tokyo|Tokio||Tokio
Tripoli|Tripolis||Trípoli
Tucuman|Tucumán|Tucumán|Tucumán
Tunis|||Túnez
Ulaanbaatar||Oulan-Bator|Ulán Bator
Vatican|Vatikan|Le Vatican|El Vaticano
Vienna|Wien|Vienne|Viena
Vientiane|||Vientián
Vilnius|||Vilna
Vladivostok|Wladiwostok||
Volgograd|Wolgograd||Volgogrado
Warsaw|Warschau|Varsovie|Varsovia
Yakutsk|Jakutsk|Iakoutsk|
Yangon|Rangun|Rangoun|Rangún
Yekaterinburg|Jekaterinburg|Iekaterinbourg|Ekaterimburgo
Yerevan|Jerewan|Erevan|Ereván
Zurich|Zürich||Zúrich
`;

const COLUMNS: Record<Exclude<Language, 'en'>, number> = { de: 1, fr: 2, es: 3 };

const names = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => line.split('|'))
    .map((row) => [row[0], row]),
);

/** `Wien` for `Vienna` in German. `locale` is a language, with a region or without. */
export function cityIn(locale: string, city: string): string {
  const language = locale.slice(0, 2) as keyof typeof COLUMNS;
  return names.get(city)?.[COLUMNS[language]] || city;
}
