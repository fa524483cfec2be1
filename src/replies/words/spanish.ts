import type { Vocabulary } from './vocabulary.ts';

/** Spanish, of Spain and of America. Accents may be missing. */
export const spanish: Vocabulary = {
  doublesNegation: true,
  forms: `
    suit good? ref good?
    me suit good? ref
    ref suit good?
    ref i? can good?
    i? can good? ref
    yes can ref
    ref yes can
    ref yes suit good?
    ref yes
    ref be free
    i be free ref
    ref i be free
    ref i? have availability
    have availability ref
    have ref availability
    i? take obj
    i? take on_ref
    i? meet ref
    good|ok|yes for? ref
    ref be good|free|ok
    be good|ok ref
    be ok for ref
    ref be my? choice
    choice be? obj
    ref that suit good?
    that suit good? ref
    for me ref
    i? can that ref
  `,
  accented: { sí: 'yes', él: 'more', qué: 'ask', cómo: 'ask', cuál: 'ask' },
  nth: [],
  ordinalEndings: ['o', 'a', 'er', 'ero', 'era', 'do', 'da', 'ro', 'ra', 'to', 'ta'],
  senses: {
    adverb: `así que, entonces, pues, bueno, muy, mucho, solo, sólo, solamente, únicamente, también pues, justo, realmente, totalmente, perfectamente bien, sin problema, sin problemas, sin ningún problema, sin inconveniente, sin dudarlo, por supuesto, claro, desde luego, personalmente, además, ya, ahora, tanto, actualmente, siempre, todo el día, toda la semana, ese día, a esa hora, en ese horario, cómodamente, mismo, igual, más que, o sea, es decir, ahí, aquí, para la reunión, para nuestra reunión, para la llamada, para hablar, para reunirnos, para la cita, de la lista, ah, oh, ay, uf, uy, ningún problema, jaja, por acá, ahora mismo, jeje, de las opciones que me envía, de las opciones, de los horarios, de los que me envía, es decir, por mí mismo,
      gracias por las propuestas, gracias por la propuesta, gracias por sus propuestas, gracias por tus propuestas, gracias por las opciones, gracias por los horarios, gracias por su mensaje, gracias por tu mensaje, gracias por el mensaje, gracias por su correo, gracias por tu correo, gracias por el correo, gracias por su respuesta, gracias por tu respuesta, gracias por su pronta respuesta, gracias por la pronta respuesta, gracias por la respuesta, gracias por escribir, gracias por organizarlo, gracias por organizar, gracias por la organización, gracias por coordinar, gracias por la coordinación, gracias por el recordatorio, gracias por la invitación, gracias por contactarme, gracias por la gestión, le agradezco sus propuestas, le agradezco las propuestas, te agradezco las propuestas, le agradezco su mensaje, agradezco su mensaje, muchas gracias por las propuestas, muchas gracias por las opciones, muchas gracias por su mensaje, muchas gracias por el mensaje, muchas gracias por la información,
      perdón por la demora, disculpa la demora, disculpe la demora, disculpen la demora, perdona la demora, perdona por la demora, siento la demora, siento el retraso, perdón por el retraso, disculpa el retraso, disculpe el retraso, disculpa por la demora, perdona el retraso, lamento la demora, perdón por tardar en responder, espero que esté bien, espero que estés bien, espero que se encuentre bien, espero que todo vaya bien, espero que estén bien`,
    offered: `de las que propones, de los que propones, de las que propone, de los que propone, de los propuestos, de las propuestas, propuesto, propuesta por, propuestos, ofrecidos, que propone, que proponen, que propones, que me propones, que me propone, que me manda, que me mandas, que me proponen, indicados, que me indicas, que me indica`,
    me: `me, nos, mí, para mí, para nosotros, a mí, a nosotros, por mi parte, por nuestra parte, de mi parte, en mi caso, por mí, para todos, para el equipo, a mi, para mi, a todos, a todo el equipo, por mi lado, de mi lado`,
    pronoun: `yo, nosotros, nosotras`,
    my: `mi, mis, nuestro, nuestra, nuestros, nuestras`,
    be: `es, son, está, están, sería, serían, será, serán, estarían`,
    i_am: `ando, andamos, estoy, estamos, estaré, estaremos, estaríamos, soy, estaría`,
    will: `voy a, vamos a`,
    have: `tengo, tenemos, tendríamos, tendré`,
    suit: `va, van, viene, vienen, vendría, vendrían, iría, irían, sirve, sirven, serviría, servirían, conviene, convienen, convendría, funciona, funcionan, funcionaría, queda, quedan, quedaría, quedarían, cuadra, cuadran, cuadraría, encaja, encajan, me vale, me valen, nos vale, nos valen, acomoda, acomodan, acomodaría, parece, parecen, resulta, resultan, resultaría, late, late bien, va que ni pintado, sirve perfecto`,
    good: `la única que me viene bien, el único que me viene bien, la única que puedo, el único que puedo, la única que me va bien, el único que me va bien, la única que me sirve, el único que me sirve, la única posible, el único posible, bien, perfecto, perfecta, perfectos, perfectas, perfectamente, genial, geniales, excelente, excelentes, estupendo, estupenda, estupendamente, ideal, mejor que mejor, súper, super, bárbaro, bárbara, fenomenal, buenísimo, muy bien, conveniente, buena opción, una buena opción, la mejor, el mejor, la mejor opción, la que mejor, fantástico, fantástica, de lujo, de maravilla, maravilloso, bueno, buena, buenos, bien también, cómodo, cómoda, de perlas, al pelo, joya, lo mejor, correcto`,
    ok: `ok, okay, okey, de acuerdo, de acuerdo con, conforme, conforme con, vale, oka`,
    free: `libre, libres, disponible, disponibles, posible, posibles, factible, viable, desocupado, desocupada`,
    availability: `tiempo, disponibilidad, hueco, un hueco, espacio, disponibilidad horaria`,
    can: `puedo, podemos, podría, podríamos, podré, puedo hacerlo, puedo asistir, puedo reunirme, puedo hablar, puedo conectarme, podría asistir, podría hacerlo, podría reunirme, puedo estar, puedo acomodarme, podríamos hacerlo`,
    take: `agéndenme, apuntado queda, queda apuntado, te tomo, le tomo, adelante con, cuente conmigo, cuenta conmigo, por medio de la presente confirmo mi asistencia, por la presente confirmo, confirmo mi asistencia para, confirmo mi asistencia, confirmo asistencia para, es el único día que tengo libre, descarto todos menos, elijo, elegimos, elegiría, escojo, escogemos, tomo, tomamos, tomaría, confirmo, confirmamos, reservo, reserva, reserve, reserven, reservemos, agenda, agende, agenden, agendemos, agendamos, agéndame, agéndeme, agéndelo, agéndalo, apúntame, apúnteme, apuntame, anótame, anóteme, anotame, ponme, póngame, apúntame ahí, ponemos, pongamos, pon, quedo con, quedamos con, quedaría con, quiero, querríamos, quisiera, quisiéramos, acepto, aceptamos, opto por, optamos por, optaría por, voto por, decanto por, hagamos, hacemos, digamos, decimos, dejémoslo, dejamos, dejémoslo en, fijemos, fijamos, programa, programe, programemos, bloquea, bloquee, bloqueen, cojo, cogemos, coge, selecciono, envíe la invitación para, envía la invitación para, envíame la invitación para, envíeme la invitación para, manda la invitación para, mande la invitación para, mándame la invitación para, confirmo asistencia, confirmo mi asistencia, confirmo mi participación, confirmo mi disponibilidad para, confirmo mi disponibilidad, me apunto al, me apunto a, apunto, apunto al, vamos con, voy con, vamos por, me gustaría, gustaría, gustaría tomar, gustaría reservar, gustaría elegir, quisiera reservar, quisiera tomar, quisiera confirmar, quiero reservar, le confirmo, te confirmo, os confirmo, les confirmo, les confirmo mi disponibilidad para, le confirmo mi disponibilidad para, les confirmo mi asistencia, le confirmo mi asistencia`,
    meet: `quedemos, quedamos, quedamos entonces, nos reunimos, reunámonos, hablamos, hablemos, veámonos, ahí estaré, allí estaré, ahí nos vemos, lo hacemos, hagámoslo`,
    choice: `mi elección, mi opción, nuestra elección, mi voto, mi respuesta, la elegida, mi preferida`,
    prefer: `prefiero, preferimos, preferiría, preferiríamos, preferencia, de preferencia, preferiblemente, preferentemente, preferible, mejor, mejor que, idealmente, mi favorita, mi favorito`,
    refuse: `imposible, imposibles, ocupado, ocupada, ocupados, complicado, complicada, difícil, de viaje, viajo, viajando, de vacaciones, de baja, de permiso, fuera, fuera de la oficina, enfermo, enferma, ausente, lleno, llena, completo, completa, comprometido, comprometida, liado, liada, otro compromiso, un compromiso, compromiso, una reunión, reunión, en reuniones, en reunión, reuniones, demasiado pronto, demasiado tarde, muy temprano, muy tarde, pillado, pillada, descartado, descartada, se complica, complica, mal, fatal, otro evento, un conflicto`,
    back: `de regreso, de vuelta, de nuevo en la oficina, otra vez disponible, de nuevo disponible`,
    doing: `en obra, mudanza, de mudanza, turno, tengo turno, gripe, almuerzo, otra reunión, otra cita, dentista, médico, cita médica, en el dentista, en el médico, clase, clases, examen, un examen, exámenes, en la oficina, en el hospital, en la universidad, en una capacitación, capacitación, en una formación, una conferencia, un congreso, en un congreso, en un taller, un taller, trabajo, feriado, festivo, es feriado, es festivo, fisio, una boda, un funeral, cumpleaños, un cumpleaños, un vuelo, un tren, en casa, con un cliente, con clientes, en clase, un curso, en un curso, guardia, de guardia, en quirófano, una entrevista, los niños, mudanza`,
    regret: `qué pena, qué lástima, lamentablemente, desgraciadamente, desafortunadamente, lo siento, lo siento mucho, lo lamento, perdón, disculpa, disculpe, disculpas, mis disculpas, perdona, una pena, por desgracia, siento, cuánto lo siento`,
    not: `no, nunca, tampoco, jamás, ya no`,
    cannot: `no puedo, no podemos, no podría, no podré, no podremos`,
    no: `no gracias, que no, va a ser que no`,
    none: `ninguno, ninguna, ninguno de esos, ninguna de esas, ninguno de esos horarios, ninguna de esas fechas, ninguno de los horarios, ninguna de las fechas, ninguna de las opciones, ninguna de las propuestas, ninguna de esas horas, ninguna de esas opciones, ninguno de los tres, ninguna de las tres, ninguno de los cinco, ninguna de las cinco, ninguno de los dos, ninguna de las dos, nada, ninguno de ellos, ninguna de ellas, ningún horario, ninguna fecha, ninguna opción, ninguno de estos, ninguna de estas, ninguno de estos horarios, ninguna de estas fechas, ninguna de estas opciones, ninguna de las tres opciones, ninguna de las cinco opciones, ninguno de los horarios propuestos, ninguna de las opciones propuestas, ninguna hora, ninguna de las cinco fechas, ninguno de esos días, ninguno de los días, ninguna de las alternativas, ninguno de los tres horarios, ninguno de los cinco horarios`,
    any: `indistintamente, cualquiera de las dos horas, cualquiera de las horas, cualquiera, cualquiera de ellos, cualquiera de ellas, cualquiera de los tres, cualquiera de las tres, cualquiera de los cinco, cualquiera de las cinco, cualquiera de los cinco horarios, cualquiera de los tres horarios, cualquiera de las opciones, cualquiera de los horarios, cualquiera de esas opciones, cualquiera de esos horarios, cualquiera de esos, cualquiera de esas, cualquier horario, cualquier opción, cualquier hora, cualquier día, cualquiera de las fechas, cualquiera de los dos, cualquiera de las dos, cualquiera de estas, cualquiera de estos, cualquiera de estas opciones, cualquiera de estos horarios`,
    all: `todos, todas, todo, todos los horarios, todas las opciones, todas las fechas, todas las propuestas, todos esos horarios, todas esas fechas, en todos esos horarios, todos ellos, todas ellas, todos los días, todas las horas, todos estos horarios, todas estas opciones, todas esas opciones`,
    both: `los dos, las dos, ambos, ambas, los dos horarios, las dos opciones, ambos horarios, ambas opciones, ambas fechas`,
    neither: `ni uno ni otro, ni una ni otra, ni el uno ni el otro, ni lo uno ni lo otro`,
    except: `excepto, salvo, menos, menos la de, menos la del, menos el de, menos el del, salvo el de, salvo el del, salvo la del, excepto el del, excepto la del, excepto el de, a excepción de, a excepción del, aparte de, quitando`,
    too: `también, igualmente, asimismo`,
    yes: `confirmado, confirmada, sip, claro que sí, por supuesto que sí, dale, listo, hecho, trato hecho, así es, sí a, sí al, sí a la, sale, órale, venga`,
    gladly: `encantado, encantada, con gusto, con mucho gusto, por favor, porfa, porfavor, pls, plis, si es posible por favor, con placer`,
    yours: `escojan ustedes, escojan, elijan ustedes, elijan, escoja usted, escoja, elija, la que usted diga, el que usted diga, lo que usted diga, me da igual, me da lo mismo, nos da igual, me da igual cuál, me da lo mismo cuál, da igual, da lo mismo, da igual cuál, da lo mismo cuál, indistinto, indiferente, lo que te venga mejor, lo que le venga mejor, el que te venga mejor, el que le venga mejor, la que te venga mejor, la que le venga mejor, lo que prefieras, lo que prefiera, el que prefieras, el que prefiera, la que prefieras, la que prefiera, como prefieras, como prefiera, cuando quieras, cuando quiera, lo que te convenga, lo que le convenga, el que más te convenga, el que más le convenga, el que guste, como gustes, lo que mejor te venga, lo que mejor le venga, el que mejor te venga, elige tú, elija usted, tú eliges, usted elige, elige, escoge tú, escoge, tú decides, usted decide, decide tú, a tu elección, a su elección, como quieras, como quiera, como te venga bien, como le venga bien, agende el que guste, agenda el que quieras, agenda el que prefieras, tú dirás, usted dirá, no tengo preferencia, sin preferencia, elige la que prefieras, elige el que prefieras, elija el que prefiera, elija la que prefiera, lo dejo a tu elección, lo dejo a su elección, el que quieras, la que quieras, el que usted quiera, elige el que quieras, elige la que quieras, escoge el que quieras`,
    thanks: `gracias mil, quedo agradecida, quedo agradecido, gracias, muchas gracias, mil gracias, muchísimas gracias, gracias de antemano, muy amable, te agradezco, le agradezco, se agradece, agradecido, agradecida, muy agradecido, muy agradecida, gracias por todo, gracias por tu ayuda, gracias por su ayuda, gracias otra vez, gracias de nuevo, desde ya gracias, desde ya muchas gracias, gracias por tu tiempo, gracias por su tiempo, un millón de gracias`,
    farewell: `hasta mañana, nos hablamos mañana, nos vemos mañana, quedo a sus órdenes, quedo a la orden, hasta pronto, hasta luego, hasta entonces, nos vemos, nos vemos pronto, nos hablamos, hablamos pronto, quedo atento, quedo atenta, quedo a la espera, quedo al pendiente, quedo pendiente, buen día, que tenga buen día, que tengas buen día, que tenga un buen día, que tengas un buen día, que tenga un excelente día, buen fin de semana, feliz día, feliz semana, feliz tarde, buena tarde, buena semana, adiós, chao, chau, recibido, anotado, hasta la vista, estamos en contacto, seguimos en contacto, cuídate, un placer, nos vemos entonces, nos vemos ahí, que estés bien, linda tarde, lindo día, bonito día`,
    praise: `todo está bien, todo está perfecto, todo perfecto, todo bien, suena bien, suena perfecto, muy bien, todo ok, qué bien`,
    greeting: `che, hola, buenas, buenos días, buenas tardes, buenas noches, estimado, estimada, estimados, querido, querida, apreciado, apreciada, hola a todos, buen día a todos, muy buenas, muy buenos días, holaa, estimados señores, señor, señora`,
    closing: `saludos desde, un saludo desde, saludos, saludos cordiales, un saludo, un cordial saludo, cordiales saludos, cordialmente, atentamente, atte, un abrazo, abrazo, abrazos, besos, un beso, cariños, reciba un cordial saludo, muchos saludos, slds, afectuosamente, reciban un cordial saludo, un fuerte abrazo, saludos afectuosos, con cariño, respetuosamente`,
    condition: `si, siempre que, siempre y cuando, a menos que, salvo que, en caso, depende, dependiendo, según, cuando, con tal, mientras, si no, sujeto a, si me, si es, si puede, si hay`,
    doubt: `quizá, quizás, tal vez, a lo mejor, probablemente, posiblemente, seguramente, supongo, creo, pienso, espero, en principio, debería, deberíamos, deberían, tendría que, tengo que, tenemos que, normalmente, generalmente, por lo general, en general, casi, aproximadamente, más o menos, como a las, sobre las, hacia las, falta confirmar, por confirmar, confirmaré, te confirmo mañana, le confirmo mañana, aviso, te aviso, le aviso, avisaré, contesto, contestaré, respondo, responderé, digo, diré, te digo, le digo, veré, miro, reviso, consulto, intentaré, a ver, sé, no sé, decido, decidiré, a más tardar, hasta nuevo aviso, de momento, por ahora, por primera vez, la próxima vez, al principio, parece que, dudo, según creo, teóricamente, como mucho`,
    more: `pregunta, preguntas, problema, duda, dudas, llego tarde, cancelar, cancelo, canceló, cancelado, posponer, aplazar, cambiar, mover, pasar, pasarla, enviar, envíe, envía, mandar, manda, mande, invitar, invite, invita, agregar, añadir, llamar, llame, llama, escribir, escriba, preguntar, pregunto, dice, dicen, dijo, ella, ellos, ellas, usted, ustedes, te, ti, le, les, tu, su, tus, sus, compañero, compañera, colega, asistente, minutos, minuto, hora de, enlace, zoom, teams, dirección, lugar, borrar, alguien, nadie, equipo, jefe, jefa, era, estaba, tenía, tuve, fue, semana, semanas, documento`,
    because: `porque, ya que, puesto que, dado que, debido a, por motivo de, que tengo, que estoy`,
    ask: `cuáles, dónde, quién, cuánto, por qué, podría usted, puede usted, puedes, podrías, me puede, me puedes, se puede, es posible que`,
    seek: `buscamos, vemos, me pasas, me pasa, me mandas, me das, me da, pásame, páseme, tienes, tiene, tienen, tendría, tendrías, tendrían, hay, habría, me puede proponer, me puedes proponer, me podría proponer, me podrías proponer, puede proponer, puedes proponer, podría proponer, podrías proponer, me puede ofrecer, me podría ofrecer, podría ofrecerme, podrías ofrecerme, podría enviarme, podrías enviarme, puede enviarme, puedes enviarme, me puede enviar, me puedes enviar, me puedes mandar, me puede mandar, podemos buscar, podríamos buscar, podemos ver, podríamos ver, sería posible, qué tal, que tal, qué le parece, qué te parece, podría ser, puede ser, podemos quedar, podríamos quedar, por favor envíeme, por favor mándeme, envíeme, envíame, mándame, mándeme, propóngame, proponme, por favor proponme, por favor propóngame, existe, busquemos, podríamos, habrá, quedaría algo, le queda, te queda`,
    other: `más opciones, más fechas, más horarios, algo, otra cosa, otras fechas, otros horarios, otras opciones, otras horas, otra fecha, otro horario, otra opción, otra hora, otros días, otro día, alternativas, alguna alternativa, nuevas fechas, nuevos horarios, nuevas opciones, más opciones, más horarios, otras alternativas, otra alternativa, otras propuestas, algún otro horario, alguna otra fecha, alguna otra opción, otros, otras, algún hueco, hueco, disponibilidad, otros turnos, otro turno, otro momento`,
    and: `y, e, así como`,
    or: `o, u, o bien`,
    nor: `ni`,
    but: `pero, sin embargo, aunque, no obstante, en cambio, sino`,
    that: `eso, esto, ese, este, esa hora, ese horario, esa fecha, esa opción, ese día a esa hora, el horario, la hora, la fecha, la propuesta, su propuesta, tu propuesta, lo, ese turno, esa, este horario, esta hora, esta fecha, a esa hora`,
    these: `esos horarios, esas fechas, esas opciones, estos horarios, estas opciones, estas fechas, esos, esas, estos, estas`,
    others: `los otros cuatro, los otros tres, las otras cuatro, las otras tres, los otros dos días, los demás horarios, las demás opciones, los demás días, los demás, las demás, los otros, las otras, el resto, todos los demás, todas las demás, los otros días, los otros horarios, las otras opciones, los otros dos, las otras dos, el otro, la otra, resto, lo demás, todo lo demás`,
    one: ``,
    option: `opción, opciones, número, num, nro, no., propuesta, propuestas, horario, horarios, fecha, fechas, cita, citas, turno, turnos, alternativa, alternativas, franja, franjas, sesión, espacio`,
    the: `el, la, los, las, del, al`,
    last: `último, última, últimos, últimas`,
    penultimate: `penúltimo, penúltima`,
    earlier: `más temprano, más temprano de los dos, más pronto, antes de los dos`,
    later: `más tarde, más tarde de los dos`,
    middle: `de en medio, del medio, intermedia, intermedio`,
    of: `de, de los, de las, de esos, de esas, entre`,
    for: `para, a, con, por`,
    at: `a las, a la, de las, a eso de las`,
    in: `en, en la, durante`,
    on: `para el día, el día, día`,
    next: `próximo`,
    week_of: `la semana del, semana del`,
    this_week: `esta semana, toda esta semana, en esta semana`,
    next_week: `la semana que viene, la próxima semana, próxima semana, semana que viene, la semana próxima, la siguiente semana`,
    week_after_next: `en dos semanas, dentro de dos semanas, en 2 semanas`,
    this_month: `este mes`,
    next_month: `el próximo mes, el mes que viene, próximo mes`,
    weekend: `fin de semana, el fin de semana, finde, el finde`,
    workdays: `entre semana`,
    today: `hoy`,
    tomorrow: `mañana`,
    overmorrow: `pasado mañana`,
    after: `después de, después del, después de las, pasadas las`,
    before: `antes de, antes del, antes de las`,
    until: `hasta, hasta el, hasta las`,
    since: `a partir de, a partir del, a partir de las, desde, desde el, desde las, no antes de, no antes del`,
    between: `entre las`,
    clock: `h, horas, hrs, hs, hora, hr`,
    am: `am, a.m, a.m., de la mañana`,
    pm: `pm, p.m, p.m., de la tarde, de la noche`,
    noon: `mediodía`,
    and_half: `y media`,
    and_quarter: `y cuarto`,
    own_zone: `hora local, mi hora`,
    postscript: `pd, p.d, p.d., ps`,
  },
  weekdays: [
    'lunes, lun',
    'martes, mar',
    'miércoles, mié, miercoles',
    'jueves, jue',
    'viernes, vie',
    'sábado, sáb',
    'domingo, dom',
  ],
  everyWeekday: [
    'los lunes, un lunes',
    'los martes, un martes',
    'los miércoles, un miércoles',
    'los jueves, un jueves',
    'los viernes, un viernes',
    'los sábados',
    'los domingos',
  ],
  months: [
    'enero, ene',
    'febrero, feb',
    'marzo',
    'abril, abr',
    'mayo',
    'junio, jun',
    'julio, jul',
    'agosto, ago',
    'septiembre, setiembre, sept, sep',
    'octubre, oct',
    'noviembre, nov',
    'diciembre, dic',
  ],
  parts: {
    morning:
      'por la mañana, en la mañana, a la mañana, de mañana, por las mañanas, en las mañanas, las mañanas',
    afternoon: 'por la tarde, en la tarde, a la tarde, por las tardes, tarde, en las tardes',
    evening: 'por la noche, en la noche, a la noche',
  },
  numbers: [
    'una',
    'dos',
    'tres',
    'cuatro',
    'cinco',
    'seis',
    'siete',
    'ocho',
    'nueve',
    'diez',
    'once',
    'doce',
  ],
  ordinals: [
    'primero, primera, primeros, primeras, primer',
    'segundo, segunda, segundos, segundas',
    'tercero, tercera, tercer',
    'cuarto, cuarta',
    'quinto, quinta',
    'sexto, sexta',
    'séptimo, séptima',
    'octavo, octava',
    'noveno, novena',
    'décimo, décima',
  ],
};
