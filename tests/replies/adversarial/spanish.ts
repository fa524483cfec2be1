// What Spanish speakers say of days, hours and numbers.
import { type Fact, freeWeekdays, strangersTo, TOMORROW } from './facts.ts';
import { conjugated, type Family, type Language, lines, type Named } from './language.ts';

const WEEKDAYS = 'domingo lunes martes miércoles jueves viernes sábado'.split(' ');
const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
/** Before a noun. */
const ORDINALS = 'ningún primer segundo tercer cuarto quinto'.split(' ');
const FEMININE = 'ninguna primera segunda tercera cuarta quinta'.split(' ');
const PARTS = { morning: 'mañana', afternoon: 'tarde' };

const hourOf = (time: string) => `las ${time.replace(/^0/, '')}`;

function namesOf(fact: Fact, facts: Fact[]): Record<string, Named[]> {
  const { place, day, time } = fact;
  const weekday = WEEKDAYS[fact.weekday] as string;
  const month = MONTHS[fact.month - 1] as string;
  const hour = hourOf(time);
  const several = <Item>(items: Item[]) => (facts.length > 1 ? items : []);
  const tomorrow: Named[] = fact.date === TOMORROW ? [['mañana', ['date']]] : [];
  const days: Named[] = [
    [`el ${weekday}`, ['weekday']],
    [`el ${weekday}`, ['weekday']],
    [`el ${weekday} por la ${PARTS[fact.part]}`, ['weekday', 'part']],
    [`el ${weekday} a ${hour}`, ['weekday', 'time']],
    [`el ${weekday} ${day}`, ['weekday', 'day']],
    [`el ${weekday} ${day} de ${month}`, ['weekday', 'day', 'month']],
    [`el ${day}`, ['day']],
    [`el ${day} de ${month}`, ['day', 'month']],
    ...tomorrow,
  ];
  const numbers: Named[] = several([
    [`la opción ${place}`, ['place']],
    [`el número ${place}`, ['place']],
    [`la propuesta ${place}`, ['place']],
    [`la ${FEMININE[place]} opción`, ['place']],
    [`la ${FEMININE[place]}`, ['place']],
    [`el ${ORDINALS[place]} horario`, ['place']],
  ]);
  const isDate = facts.some((one) => one.day === place);
  return {
    on: days,
    day: days,
    it: [...days, ...numbers],
    weekday: [[weekday, ['weekday']]],
    hour: [
      [hour, ['time']],
      [`las ${time} h`, ['time']],
    ],
    nr: several([[String(place), ['place']]]),
    nth: several([[ORDINALS[place] as string, ['place']]]),
    nthf: several([[FEMININE[place] as string, ['place']]]),
    nthDate: several(isDate ? [] : [[`el ${place}`, ['place']]]),
    freeDay: freeWeekdays(facts).map((free) => [WEEKDAYS[free] as string, ['place']]),
  };
}

/** Present, future, infinitive, past, third person. */
const NEUTRAL = lines(`
  respondo|responderé|responder|respondí|responde
  les respondo|les responderé|responderles|les respondí|les responde
  te contesto|te contestaré|contestarte|te contesté|te contesta
  te escribo|te escribiré|escribirte|te escribí|te escribe
  le aviso|le avisaré|avisarle|le avisé|le avisa
  doy una respuesta|daré una respuesta|dar una respuesta|di una respuesta|da una respuesta
  tomo la decisión|tomaré la decisión|tomar la decisión|tomé la decisión|toma la decisión
  vuelvo|volveré|volver|volví|vuelve
  vuelvo a la oficina|volveré a la oficina|volver a la oficina|volví a la oficina|vuelve a la oficina
  vuelvo de vacaciones|volveré de vacaciones|volver de vacaciones|volví de vacaciones|vuelve de vacaciones
  estoy de vuelta|estaré de vuelta|estar de vuelta|estuve de vuelta|está de vuelta
  empiezo mi nuevo trabajo|empezaré mi nuevo trabajo|empezar mi nuevo trabajo|empecé mi nuevo trabajo|empieza su nuevo trabajo
  termino el informe|terminaré el informe|terminar el informe|terminé el informe|termina el informe
  miro mi agenda|miraré mi agenda|mirar mi agenda|miré mi agenda|mira su agenda
  lo reviso|lo revisaré|revisarlo|lo revisé|lo revisa
  lo pienso|lo pensaré|pensarlo|lo pensé|lo piensa
  envío el contrato|enviaré el contrato|enviar el contrato|envié el contrato|envía el contrato
  firmo el contrato|firmaré el contrato|firmar el contrato|firmé el contrato|firma el contrato
  pago la factura|pagaré la factura|pagar la factura|pagué la factura|paga la factura
  pregunto a mi jefe|preguntaré a mi jefe|preguntar a mi jefe|pregunté a mi jefe|pregunta a su jefe
  hablo con el equipo|hablaré con el equipo|hablar con el equipo|hablé con el equipo|habla con el equipo
  espero a Tom|esperaré a Tom|esperar a Tom|esperé a Tom|espera el autobús
  recibo los resultados|recibiré los resultados|recibir los resultados|recibí los resultados|recibe los resultados
  llego a Madrid|llegaré a Madrid|llegar a Madrid|llegué a Madrid|llega a Madrid
  sé más|sabré más|saber más|supe más|sabe más
  reservo los vuelos|reservaré los vuelos|reservar los vuelos|reservé los vuelos|reserva los vuelos
  preparo la sala|prepararé la sala|preparar la sala|preparé la sala|prepara la sala
  leo su mensaje|leeré su mensaje|leer su mensaje|leí su mensaje|lee su mensaje
  llamo al taller|llamaré al taller|llamar al taller|llamé al taller|llama al taller
`);

/** Whoever does these is not free then. */
const BUSY = lines(`
  trabajo|trabajaré|trabajar|trabajé|trabaja
  trabajo desde casa|trabajaré desde casa|trabajar desde casa|trabajé desde casa|trabaja desde casa
  estoy en una reunión|estaré en una reunión|estar en una reunión|estuve en una reunión|está en una reunión
  estoy de viaje|estaré de viaje|estar de viaje|estuve de viaje|está de viaje
  estoy de vacaciones|estaré de vacaciones|estar de vacaciones|estuve de vacaciones|está de vacaciones
  estoy fuera|estaré fuera|estar fuera|estuve fuera|está fuera
  estoy ocupado|estaré ocupado|estar ocupado|estuve ocupado|está ocupado
  tengo una reunión|tendré una reunión|tener una reunión|tuve una reunión|tiene una reunión
  tengo otra cita|tendré otra cita|tener otra cita|tuve otra cita|tiene otra cita
  tengo otra llamada|tendré otra llamada|tener otra llamada|tuve otra llamada|tiene otra llamada
  voy al médico|iré al médico|ir al médico|fui al médico|va al médico
  voy al dentista|iré al dentista|ir al dentista|fui al dentista|va al dentista
  viajo a Londres|viajaré a Londres|viajar a Londres|viajé a Londres|viaja a Londres
  vuelo a París|volaré a París|volar a París|volé a París|vuela a París
  me mudo|me mudaré|mudarme|me mudé|se muda
  celebro mi cumpleaños|celebraré mi cumpleaños|celebrar mi cumpleaños|celebré mi cumpleaños|celebra su cumpleaños
  doy clase|daré clase|dar clase|di clase|da clase
  visito a un cliente|visitaré a un cliente|visitar a un cliente|visité a un cliente|visita a un cliente
  tengo un examen|tendré un examen|hacer un examen|hice un examen|tiene un examen
  cuido a mis hijos|cuidaré a mis hijos|cuidar a mis hijos|cuidé a mis hijos|cuida a sus hijos
  me caso|me casaré|casarme|me casé|se casa
`);

const FUTURE = lines(`
  {0} {on}
  {on} {0}
  {1} {on}
  {on} {1}
  voy a {2} {on}
  tengo que {2} {on}
  debo {2} {on}
  {on} tengo que {2}
`);
const CAN = lines(`
  puedo {2} {on}
  quiero {2} {on}
  quisiera {2} {on}
  pienso {2} {on}
  podré {2} {on}
`);
const OTHER_TENSES = lines(`
  {3} {on}
  {on} {3}
  podría {2} {on}
  quería {2} {on}
  espero {2} {on}
  iba a {2} {on}
`);
const OTHERS = lines(`
  mi compañero {4} {on}
  Tom {4} {on}
  {on} ella {4}
  mi jefa {4} {on}
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
      mi compañero puede {on}
      mi compañero está libre {on}
      Tom tomaría {it}
      Tom prefiere {it}
      Tom dice que {it} está bien
      Tom dice que {it} le viene bien
      mi jefe quiere {it}
      a Tom le viene bien {it}
      {it} le viene bien a Tom
      {it} le va bien
      {it} les viene bien
      {it} le viene bien a mi mujer
      a los demás les viene bien {it}
      usted dijo que {it} está bien
      dijiste que {it} te venía bien
      me dijeron que {it} está bien
      parece que {it} es posible
      según Tom {it} está bien
      Ben eligió {it}
      Ben ya ha elegido {it}
      ella está libre {on}
      él está disponible {on}
      mi asistente está disponible {on}
      el equipo se reúne {on}
      veo que está libre {on}
      nunca dije que {it} me viene bien
      quién dijo que {it} me viene bien
      pregúntale a Tom si {it} le viene bien
      le dije a Tom que {it} está bien
    `),
  },
  {
    family: 'a question without a mark',
    kind: 'nothing',
    templates: lines(`
      sigue libre {it}
      todavía está libre {it}
      te viene bien {it}
      le viene bien {it}
      os va bien {it}
      sería posible {it} un poco más tarde
      se podría hacer {it} por teléfono
      qué tal {it}
      y {it} qué
      qué te parece {it}
      tienes tiempo {on}
      está usted libre {on}
      dónde nos vemos {on}
      a qué hora {on}
      quién estará {on}
      te refieres a la opción {nr}
      se puede mover {it}
      cuánto dura la reunión {on}
      es a {hour} hora de Madrid
      te llamo {on} o no
      por qué {it}
      en qué sala {on}
      viene Tom {on}
    `),
  },
  {
    family: 'hypothetical',
    kind: 'nothing',
    templates: lines(`
      si estuviera libre {on}, iría
      si {it} me viniera bien, lo diría
      habría elegido {it}
      hubiera elegido {it}
      {it} me habría venido bien
      {it} habría sido perfecto
      habría podido {on}
      {it} me viene bien si Tom puede venir
      si {it} me viene bien, te lo digo
      tomaría {it} si pudiera
      {it} me venía bien
      {it} me venía bien ayer
      {it} estaba bien
      {it} me vino bien la última vez
      la última vez elegí {it}
      ojalá {it} me viniera bien
      {it} me viene bien siempre que sea corto
      aunque {it} me viniera bien
      que {it} me venga bien depende de Tom
      {it} solo me viene bien sin Ben
      en cuanto {it} me venga bien, te aviso
      supongamos que {it} me viene bien
      a menos que {it} me venga bien
    `),
  },
  {
    family: 'hedged',
    kind: 'nothing',
    templates: lines(`
      {it} podría ser
      {it} podría venirme bien
      quizás {it}
      tal vez {it}
      a lo mejor {it}
      {it} quizás
      creo que {it} me viene bien
      pienso que {it} está bien
      supongo que {it} está bien
      {it} probablemente me viene bien
      {it} debería estar bien
      {it} debería funcionar
      no estoy seguro de que {it} me venga bien
      no sé si {it} me viene bien
      todavía no sé si puedo {on}
      tengo que ver si {it} me viene bien
      tengo que comprobar si puedo {on}
      voy a mirar {it}
      {it} es tentador
      estoy pensando en {it}
      dudo sobre {it}
      me inclino por {it}
      espero que {it} funcione
      {it} no es imposible
      {it} es posible pero difícil
      {it} casi me viene bien
      {it} apenas me viene bien
      {it} me viene bien en teoría
      en principio {it}
      en principio {it} me viene bien
      en el peor de los casos {it}
      {it} parece bien a primera vista
      {it} me viene más o menos bien
      {it} me viene regular
    `),
  },
  {
    family: 'undecided between two',
    kind: 'nothing',
    templates: lines(`
      dudo entre {it} y {it2}
      no puedo decidirme entre {it} y {it2}
      o {it} o {it2}, todavía no lo sé
      {it} o {it2}, ya te diré
      {it} o {it2}, ya veremos
      {it} es mejor que {it2}, pero no sé
      algo entre {it} y {it2}
      confundí {it} con {it2}
    `),
  },
  {
    family: 'a reason that may hide a yes',
    kind: 'nothing',
    templates: lines(`
      {on2} trabajo, pero puedo. {it} también
      {on2} estoy en casa. {it} también me va bien
      {on2} estoy en Madrid, {it} también me va bien
      {on2} estoy en la oficina, me va bien. {it} me va bien
      {it} o {it2}, el último
      Sin problema con ninguno
      He bloqueado {it}
      Está disponible {it}
    `),
  },
  {
    family: 'confirmed later, or how many',
    kind: 'nothing',
    templates: lines(`
      le confirmo el {weekday}
      te confirmo el {weekday}
      hablamos el {weekday} y te confirmo
      hablamos el {weekday}
    `),
  },
  {
    family: 'irony',
    kind: 'nothing',
    templates: lines(`
      genial, otra reunión {on}
      claro, {it}, como si no tuviera nada mejor que hacer
      {it}, estás de broma
      {it}, será una broma
      {it} me viene tan bien como un dolor de muelas
      {it}, muy gracioso
      antes como vidrio que elegir {it}
      sí, y {on} vuelan los cerdos
      lo que me faltaba, {it}
    `),
  },
  {
    family: 'the choice of something else',
    kind: 'nothing',
    templates: lines(`
      tomo el tren {on}
      cojo el coche {on}
      tomo el {nth} autobús
      tomo el {nth} tren {on}
      me quedo con la {nthf} habitación
      prefiero la {nthf} versión del contrato
      la {nthf} versión me parece bien
      la {nthf} versión está bien
      el {nth} borrador está bien
      el {nth} enlace funciona
      la {nthf} página es perfecta
      me gustó el {nth} capítulo
      el punto {nr} del orden del día está bien
      la sala {nr} me viene bien
      la sala {nr} está bien
      el capítulo {nr} está bien
      la versión {nr} funciona
      necesito {nr} horas
      tengo {nr} hijos
      seremos {nr}
      somos {nr} personas
      {nr} de mis compañeros pueden venir
      dame {nr} días
      llegaré {nr} minutos tarde
      dentro de {nr} semanas
      tengo {nr} preguntas
      tardó {nr} horas
      es mi {nth} mensaje
      es la {nthf} vez
      por {nthf} vez
      lo pregunto por {nthf} vez
      el ascensor funciona {on}
      la factura del {weekday} está bien
      el acta del {weekday} está bien
      hará buen tiempo {on}
      mi tren sale {on}
      la tienda abre {on}
      la oficina abre {on}
      el plazo termina {on}
      mi contrato termina {on}
      nuestra última reunión fue {on}
      el concierto es {on}
      mi cumpleaños es {on}
      la clase empieza a {hour}
      como a {hour}
      me levanté a {hour}
      el partido es {on}
      su mensaje llegó {on}
      me tomo {nr} días libres
      la fase {nr} está lista
    `),
  },
  {
    family: 'near an ordinal',
    kind: 'nothing',
    templates: lines(`
      la {nthf} semana me viene bien
      la {nthf} semana está bien
      la {nthf} semana puedo
      en la {nthf} semana
      la {nthf} semana de febrero me viene bien
      la {nthf} mitad de la semana me viene bien
      la {nthf} parte del día está bien
      el {nth} {freeDay} me viene bien
      el {nth} {freeDay} del mes está bien
      una semana de cada {nr} me viene bien
      el {nth} trimestre está bien
      el {nth} mes me viene bien
      {nthDate} me viene bien
      {nthDate} está bien
      {nthDate} de febrero me viene bien
      {nthDate} del mes que viene
      la {nthf} ronda está bien
      después de la {nthf} reunión
      antes de la {nthf} llamada
      primero quería {it}
      al principio pensé que {it} me venía bien
      a primera vista {it} me viene bien
      pensándolo dos veces, {it} es difícil
      primero tengo que preguntar por {it}
      mi primera idea era {it}
      en un primer momento {it} parecía posible
      de segundas, {it} no lo veo claro
    `),
  },
  {
    family: 'the last but one',
    kind: 'last but one',
    templates: lines(`
      la penúltima me viene bien
      el penúltimo horario me viene bien
      la penúltima opción está bien
      elijo la penúltima
      la penúltima, por favor
    `),
  },
  {
    family: 'not offered',
    kind: 'nothing',
    templates: lines(`
      el {freeDay} me viene bien
      el {freeDay} está bien
      el {freeDay} puedo
      estoy libre el {freeDay}
      puedo el {freeDay}
      el {freeDay} a {hour} me viene bien
      el {freeDay} a {hour}, por favor
      el {freeDay} en lugar del {weekday}
      el {freeDay} es mejor que el {weekday}
      el día antes del {weekday} me viene bien
      el día después del {weekday} está bien
      una hora antes de {hour} me viene bien
      dos horas después de {hour} puedo
      una semana después del {weekday} me viene bien
      la semana después del {weekday}
      {it}, pero una semana más tarde
      {it}, pero una hora antes
      media hora más tarde que {it}
      el {weekday} dentro de un mes
      el {weekday} dentro de tres semanas
      el {weekday} a las 23:00 me viene bien
      el {weekday} a medianoche está bien
    `),
  },
  {
    family: 'about the time of something',
    kind: 'nothing',
    templates: lines(`
      para el {weekday} sabré más
      después del {weekday} sabré más
      lo necesito para el {weekday}
      necesito los documentos antes del {weekday}
      desde el {weekday} estoy enfermo
      escríbeme después del {weekday}
      pregúntame otra vez {on}
      recuérdamelo {on}
      llámame {on}
      envíame los documentos {on}
      espero hasta el {weekday}
      estoy en casa a {hour}
      a partir del {weekday} tengo otra dirección
      no se decide nada antes del {weekday}
      ya veremos {on}
      {on} ya veremos
      prefiero esperar hasta el {weekday}
      tengo una pregunta sobre {it}
      gracias por {it}
      he visto {it}
      sobre {it}
      respecto a {it}
      {it} es festivo
      {it} es mi cumpleaños
      {it} es pronto
      {it} es tarde
      ya es {weekday}
      odio {it}
      el {weekday} es un día como cualquier otro
      pensaba que hoy era {weekday}
      mis reuniones las hago los {weekday}
      normalmente tengo mis citas el {weekday}
      {on} será otro día
    `),
  },
  {
    family: 'double negation',
    kind: 'nothing',
    templates: lines(`
      no es que {it} no me venga bien
      no digo que {it} no me venga bien
      no he dicho que no pueda {on}
      no puedo decir que {it} no me venga bien
      {it} no está descartado
      todavía no quiero rechazar {it}
    `),
  },
  {
    family: 'not chosen',
    kind: 'refusal',
    templates: lines(`
      no tomo {it}
      no elijo {it}
      no puedo {on}
      {on} no puedo
      {on} no es posible
      {it} no me viene bien
      {it} no me va bien
      {it} no me va
      {it} no está bien
      {it} no funciona
      {it} no me viene nada bien
      {it} nunca me viene bien
      {it} ya no me viene bien
      {it} me viene mal
      {it} me viene fatal
      {it} no es posible
      {it} es imposible
      no {on}
      {on} no
      {on} tampoco
      lamentablemente {on} no
      por favor no reserve {it}
      no tengo tiempo {on}
      no estoy libre {on}
      no estoy disponible {on}
      {it} es demasiado pronto
      {it} es demasiado tarde para mí
      {it} ya está ocupado
      {it} le viene bien a Tom pero a mí no
      {it} no le viene bien a nadie
      en ningún caso {it}
      ni hablar de {it}
    `),
  },
  {
    family: 'nearly a yes',
    kind: 'nothing',
    templates: lines(`
      sí, te respondo {on}
      sí, te aviso {on}
      ok, lo miro y respondo {on}
      vale, le pregunto a Tom por {it}
      sí, si {it} sigue libre
      sí, quizás {on}
      sí y no, {it} es difícil
      suena bien, pero tengo que mirar {it}
      genial, voy a ver {it}
      gracias, me lo pienso para el {weekday}
      a Tom le viene bien {on}
      me habría venido bien {on}
      sí, salvo imprevistos {on}
      con gusto, en cuanto sepa algo de {it}
      sí, usted propuso {it}
      sí, he visto {it}
      sin problema, respondo {on}
      qué bien, vuelvo {on}
      con gusto, pero aún no sé si puedo {on}
    `),
  },
  {
    family: 'a kind no',
    kind: 'refusal',
    templates: lines(`
      con gusto, pero {on} no
      con gusto, pero estoy fuera {on}
      buena idea, pero {it} no me viene bien
      gracias, pero {it} no me va bien
      no, {on} no
      no, estoy de viaje {on}
      qué pena, {on} no estoy
    `),
  },
  {
    family: 'a farewell',
    kind: 'farewell',
    templates: lines(`
      hasta el {weekday}
      hasta el {weekday} entonces
      gracias, hasta el {weekday}
      nos vemos {on}
      hablamos {on}
    `),
  },
  {
    family: 'a wish',
    kind: 'courtesy',
    templates: lines(`
      feliz {weekday}
      que tengas un buen {weekday}
      buen {weekday} y gracias
    `),
  },
  {
    family: 'praise',
    kind: 'praise',
    templates: lines(`
      todo bien
      todo bien por aquí
      todo perfecto
      está bien
      me parece bien
      me viene bien
      suena bien
      sin problema
      no hay problema
      perfecto
      por mí bien
      con gusto
    `),
  },
];

function mixtures(one: Fact, other: Fact): ReturnType<Language['mixtures']> {
  const weekday = WEEKDAYS[one.weekday];
  const month = MONTHS[other.month - 1];
  const onDay = (fact: Fact) => fact.weekday === one.weekday && fact.day === other.day;
  const onDate = (fact: Fact) => onDay(fact) && fact.month === other.month;
  const atHour = (fact: Fact) => fact.weekday === one.weekday && fact.time === other.time;
  const dateAtHour = (fact: Fact) => fact.date === one.date && fact.time === other.time;
  const hour = hourOf(other.time);
  const mixed: ReturnType<Language['mixtures']> = [
    [`el ${weekday} ${other.day}`, onDay],
    [`el ${weekday}, día ${other.day},`, onDay],
    [`el ${weekday} día ${other.day}`, onDay],
    [`el ${weekday} ${other.day} de ${month}`, onDate],
    [`el ${weekday}, ${other.day} de ${month},`, onDate],
    [`el ${weekday} ${other.day}/${other.month}`, onDate],
    [`el ${weekday} (${other.day}/${other.month})`, onDate],
    [`el ${other.day} de ${month}, ${weekday},`, onDate],
    [`el ${weekday} a ${hour}`, atHour],
    [`a ${hour} el ${weekday}`, atHour],
    [`el ${weekday} ${other.time}`, atHour],
    [`el ${weekday} a ${hour} h`, atHour],
    [`el ${one.day} a ${hour}`, (fact) => fact.day === one.day && fact.time === other.time],
    [`el ${one.day} de ${MONTHS[one.month - 1]} a ${hour}`, dateAtHour],
    [`el ${weekday} ${one.day} a ${hour}`, dateAtHour],
  ];
  if (other.place === 0) return mixed;
  const placed = (fact: Fact) => fact.weekday === one.weekday && fact.place === other.place;
  return [
    ...mixed,
    [`la opción ${other.place} del ${weekday}`, placed],
    [`la opción ${other.place} (${weekday})`, placed],
    [`el ${weekday}, la opción ${other.place},`, placed],
  ];
}

export const SPANISH: Language = {
  code: 'es',
  namesOf,
  negatives,
  strangers: strangersTo,
  mixtures,
  choices: {
    clear: lines(`
      {it} me viene bien
      {it} me va bien
      {it} está bien
      {it} es perfecto para mí
      elijo {it}
      puedo {on}
      estoy libre {on}
    `),
    mixed: lines(`
      {when} me viene bien
      {when} me va bien
      {when} está bien
      {when} por favor
      elijo {when}
      sí, {when}
      {when} puedo
    `),
  },
  positives: {
    one: lines(`
      {it} me viene bien
      {it} me viene muy bien
      {it} me viene perfecto
      {it} me vendría bien
      {it} nos viene bien
      {it} me va bien
      {it} me va
      {it} me va perfecto
      {it} me parece bien
      {it} está bien
      {it} está perfecto
      {it} es perfecto
      {it} sería perfecto
      {it} me funciona
      {it} funciona para mí
      {it} me conviene
      me viene bien {it}
      me va bien {it}
      {it}
      {it}, gracias
      {it} por favor
      ok, {it}
      sí, {it}
      sí, {it} me viene bien
      hola Ada, {it} me viene bien
      de acuerdo, {it}
      elijo {it}
      escojo {it}
      tomo {it}
      me quedo con {it}
      quiero {it}
      quisiera {it}
      prefiero {it}, por favor
      vamos con {it}
      quedamos {on}
      reserve {it}, por favor
      puedo {on}
      podemos {on}
      estoy libre {on}
      estoy disponible {on}
      tengo tiempo {on}
      {on} puedo
      {on} estoy libre
      {on} tengo tiempo
      nos vemos {on}, me viene bien
      gracias por las opciones. {it} me viene bien
      {it} me viene bien. Muchas gracias
      {it} me viene bien, un saludo
      perdón por la demora. {it} me viene bien
    `),
    two: lines(`
      {it} y {it2} me vienen bien
      {it} o {it2} me viene bien
      {it} y {it2} están bien
      puedo {on} y {on2}
      puedo {on} o {on2}
      estoy libre {on} y {on2}
      {it} me viene bien, {it2} también
      tanto {it} como {it2} me vienen bien
      me van bien {it} y {it2}
      tengo tiempo {on} y {on2}
    `),
    all: lines(`
      todas me vienen bien
      todas las opciones me vienen bien
      todos los horarios me vienen bien
      todas están bien
      cualquiera me viene bien
      cualquiera de ellas me viene bien
      puedo en todos los horarios
      me van bien todas
    `),
    only: lines(`
      sí
      sí, gracias
      sí, me viene bien
      sí, {it} me viene bien
      me viene bien
      me va bien
      me parece bien
      perfecto, hasta el {weekday}
      de acuerdo
      allí estaré
      confirmado
      {it} me viene bien
      {it} está bien
      el {weekday} a {hour} me viene bien
      a {hour} me va bien
      vale, perfecto
      puedo {on}
      estoy libre {on}
    `),
  },
  combinations: {
    'refused, then chosen': lines(`
      {it} no me viene bien, {it2} sí
      {it} no me viene bien, {it2} me viene bien
      {it} no me viene bien, pero {it2} sí
      {it} no me va. {it2} me va bien
      no puedo {on}, pero {it2} me viene bien
      no puedo {on}. {it2} me va bien
      {on} no puedo, {on2} sí
      {on} no puedo, {on2} puedo
      no estoy libre {on}, estoy libre {on2}
      no {on}, mejor {on2}
      no {on} sino {on2}
      estoy de viaje {on}, así que {it2} por favor
      estoy ocupado {on}, {it2} me viene bien
      en lugar del {weekday}, elijo {it2}
      mejor {it2} que {it}
      lamentablemente {it} no es posible, {it2} está bien
    `),
    'chosen, then refused': lines(`
      {it} me viene bien, {it2} no
      {it} me viene bien, pero {it2} no
      {it} sí, {it2} no
      {it} me viene bien, {it2} no me viene bien
      {it}, no {it2}
      {it} me va bien, {it2} no me va
      puedo {on}, pero no {on2}
      {on} puedo, {on2} no
      {it} me viene bien. {on2} no puedo
      {it} por favor, estoy fuera {on2}
      elijo {it} porque {it2} no me viene bien
    `),
    'all but one': lines(`
      todas menos {it}
      todas excepto {it}
      todas salvo {it}
      todas me vienen bien menos {it}
      todas las opciones excepto {it} me vienen bien
      cualquiera menos {it}
      cualquiera me viene bien excepto {it}
      todas me vienen bien, pero {it} no
      todo menos {it}
    `),
    'only one': lines(`
      {it} me viene bien, ninguna de las otras
      {it} me viene bien, las demás no
      solo {it}
      sólo {it} me viene bien
      solo me viene bien {it}
      solo puedo {on}
      únicamente {it}
      ninguna me viene bien excepto {it}
      ninguna salvo {it}
      {it} es la única que me viene bien
    `),
    'two refused': lines(`
      no puedo {on} y {on2} tampoco
      no me viene bien ni {it} ni {it2}
      ni {it} ni {it2} me viene bien
      ni {it} ni {it2}
      {it} y {it2} no me vienen bien
      no puedo ni {on} ni {on2}
      no puedo {on} ni {on2}
      {it} no me viene bien y {it2} tampoco
    `),
    'from then on': lines(`
      a partir del {weekday} me viene bien todo
      desde el {weekday} puedo siempre
    `),
    'after that': lines(`
      cualquiera después del {weekday} me viene bien
      después del {weekday} puedo siempre
    `),
    'before that': lines(`
      cualquiera antes del {weekday} me viene bien
      antes del {weekday} puedo siempre
    `),
  },
  ambiguousOnThatDay: lines(`
    cuando sea después del {weekday}
    después del {weekday} puedo siempre
    cualquier momento después del {weekday} me viene bien
  `),
  manners: {
    greetings: ['Hola Ada,', 'Hola:', 'Estimada señora Lovelace:', 'Buenos días,'],
    thanks: ['¡Gracias!', 'Gracias por su mensaje.', 'Gracias por las opciones.'],
    closings: ['Saludos\nGrace', 'Un saludo,\nGrace Hopper', 'Atentamente\nGrace', 'Gracias,\nGrace'],
  },
};
