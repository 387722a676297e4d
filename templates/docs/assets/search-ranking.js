// The ranking of the search: the index of the rows, and how well a row matches a query.
;(function () {
  'use strict'

  /** Returns a word without the endings of inflection, so that "stakes", "staked" and "staking" are equal. */
  function stem(text) {
    const word = text.toLowerCase()
    if (word.length < 4) return word
    const one = word
      .replace(/ies$/, 'y')
      .replace(/(?<=ss|x|ch|sh)es$/, '')
      .replace(/(?<=[^siu])s$/, '')
    return one.length > 4 ? one.replace(/(?<=[aeiouy].*)(?:ing|ed|e)$/, '') : one
  }

  /** Returns a stem without the endings of derivation: "delegate", "delegator" and "delegation" are one family. */
  const familyOf = (term) =>
    term
      .replace(/iness$/, 'y')
      .replace(
        /(?<=^.{4,})(?:ization|ation|ator|ness|ment|abl|ability|ion|or|er|at|(?<=^.{5,})y)$/,
        '',
      )

  const listOf = (text) => text.trim().split(/\s+/)
  const { idle, light, changes, same, short } = window.docsSearchWords
  const idleWords = new Set(listOf(idle))
  const lightTerms = new Set(listOf(light).map(stem))
  const changing = new Set(listOf(changes).map(stem))
  const synonyms = groupsOf(`${changes}\n${same}`)
  const abbreviations = groupsOf(short)

  /** Returns the terms of the lines in which a term is. */
  function groupsOf(lines) {
    const groups = new Map()
    for (const line of lines.trim().split('\n')) {
      const terms = listOf(line).map(stem)
      for (const term of terms) groups.set(term, [...(groups.get(term) || []), ...terms])
    }
    return groups
  }

  /** Returns the words of a text or a name: "getUTXOs" has two. */
  const wordsOf = (text) =>
    text
      .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, ' ')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')

  const isIdle = (word) => idleWords.has(word.toLowerCase())

  /** Returns the words that say something, or all if none does. */
  function meaningOf(words) {
    const found = words.filter((word) => !isIdle(word))
    return found.length > 0 ? found : words
  }

  /** Removes case, spaces and separators, so that `eth.getBalance` equals `eth get balance`. */
  const squeezed = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

  /** A name without its namespace. */
  const bare = (name) => name.replace(/^[^._\s]+[._]/, '')

  /** Splits a word into known words, if it consists of them: "orderbook" is "order" and "book". */
  function partsOf(word, known) {
    const isKnown = (part) => (part.length > 2 || /\d/.test(part)) && known.has(stem(part))
    /** Lengths of the ends of the word that do not consist of known words. */
    const unknown = new Set()
    function split(rest) {
      if (isKnown(rest)) return [rest]
      if (unknown.has(rest.length)) return undefined
      for (let at = rest.length - 2; at > 1; at--) {
        const end = isKnown(rest.slice(0, at)) && split(rest.slice(at))
        if (end) return [rest.slice(0, at), ...end]
      }
      unknown.add(rest.length)
      return undefined
    }
    return split(word.toLowerCase()) || [word]
  }

  /** Returns the name of a method without its namespace and verb. */
  function topicOf(name) {
    const [verb, ...rest] = wordsOf(bare(name))
    const isVerb = lightTerms.has(stem(verb || '')) || changing.has(stem(verb || ''))
    return isVerb ? rest.join('') : bare(name)
  }

  /** The words of a text that say something, as one: "Deploy a contract" and "deploy contracts" are equal. */
  const gistOf = (text) => meaningOf(wordsOf(text)).map(stem).join('')

  const preposition = / (?:after|at|before|by|for|from|in|of|on|to|with|without) /i

  /** Returns the names of a row, in the forms that are compared with whole queries. */
  function namesOf([, name, , , summary = '', fields = '', phrases = '']) {
    const names = [name, bare(name), topicOf(name)]
    const [about] = wordsOf(bare(name)).join(' ').split(preposition)
    return {
      plain: names.map(squeezed),
      gists: names.map(gistOf),
      about: squeezed(about),
      phrases: new Set([summary, ...phrases.split('|')].map(gistOf)),
      fields: new Set(fields.split(' ')),
    }
  }

  // The score of a row is the sum of three parts, times the weight of its kind and state:
  // - words: how much of the query is in the texts of the row, at most 1 (the weight of the best text);
  // - title: how much of the name, a phrase or the summary the query fills, at most 1;
  // - names: how well the whole query matches a name, at most 2, so that an exact name comes before words.

  /** Weights of the texts of a row: a name says most, prose and places say least. */
  const weights = {
    name: 1,
    phrase: 0.95,
    space: 0.8,
    summary: 0.7,
    words: 0.4,
    text: 0.35,
    place: 0.3,
  }
  /** Texts that a query may equal. */
  const titles = new Set(['name', 'phrase', 'summary'])
  /** Methods and guides come before the terms, errors and schemas that they mention. */
  const kinds = { method: 1, guide: 1, group: 0.9, term: 0.8, error: 0.75, schema: 0.65 }
  const states = { deprecated: 0.85, off: 0.85 }
  /** How well a word of a query is matched by a word of a row. */
  const qualities = { same: 1, inflected: 0.9, abbreviation: 0.95, family: 0.85, synonym: 0.75 }

  /** How much of a text or a query a word is; the words that say little have a size of `little`. */
  function sizeOf(word, little) {
    if (isIdle(word)) return 0
    return lightTerms.has(stem(word)) || /^\d+$/.test(word) ? little : 1
  }

  function addText(index, row, field, words) {
    const text = { row, field, size: 0, words: new Set() }
    const add = (term) => {
      if (!index.terms.has(term)) index.terms.set(term, new Set())
      index.terms.get(term).add(text)
    }
    words.forEach((word, at) => {
      add(stem(word))
      // Two words are found as one: "backup" finds "Back up".
      if (at > 0) add(stem(words[at - 1] + word))
      text.words.add(word.toLowerCase())
    })
    for (const word of text.words) text.size += sizeOf(word, 0.2)
  }

  function makeIndex(rows) {
    const prose = new Set(synonyms.keys())
    for (const [, , , ...texts] of rows)
      for (const word of wordsOf(texts.join(' '))) prose.add(stem(word))
    const index = { rows, names: rows.map(namesOf), terms: new Map(), families: new Map() }
    rows.forEach(([, name, , place, summary = '', words = '', phrases = '', text = ''], row) => {
      const add = (field, found) => addText(index, row, field, found)
      const own = bare(name)
      add('space', wordsOf(name.slice(0, -own.length)))
      add(
        'name',
        wordsOf(own).flatMap((word) => partsOf(word, prose)),
      )
      for (const phrase of phrases.split('|')) add('phrase', wordsOf(phrase))
      add('summary', wordsOf(summary))
      add('words', wordsOf(words))
      add('text', wordsOf(text))
      add('place', wordsOf(place || ''))
    })
    for (const term of index.terms.keys()) {
      const family = familyOf(term)
      index.families.set(family, [...(index.families.get(family) || []), term])
    }
    return index
  }

  /** Returns how many letters of two words differ, or more than `most`; two swapped letters count as one. */
  function distance(one, other, most) {
    if (Math.abs(one.length - other.length) > most) return most + 1
    let before = []
    let last = Array.from({ length: other.length + 1 }, (_, at) => at)
    for (let i = 1; i <= one.length; i++) {
      const line = [i]
      for (let j = 1; j <= other.length; j++) {
        const cost = one[i - 1] === other[j - 1] ? 0 : 1
        line[j] = Math.min(line[j - 1] + 1, last[j] + 1, last[j - 1] + cost)
        const isSwapped = i > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
        if (isSwapped) line[j] = Math.min(line[j], before[j - 2] + 1)
      }
      if (Math.min(...line) > most) return most + 1
      before = last
      last = line
    }
    return last[other.length]
  }

  /** Returns how similar two words are, from 0 to 1, if one may be typed for the other. */
  function similarity(typed, other) {
    if (typed.length > 1 && other.startsWith(typed))
      return 0.5 + (0.4 * typed.length) / other.length
    const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2
    const wrong = most === 0 ? 1 : distance(typed, other, most)
    return wrong > most ? 0 : 0.8 - 0.1 * wrong
  }

  /** Returns the terms of the index that a word of a query stands for, and how well each matches. */
  function termsFor({ terms, families }, word) {
    const term = stem(word)
    const found = new Map()
    function add(other, quality) {
      if (quality > (found.get(other) || 0) && terms.has(other)) found.set(other, quality)
    }
    add(term, qualities.same)
    for (const other of abbreviations.get(term) || []) add(other, qualities.abbreviation)
    for (const other of families.get(familyOf(term)) || []) add(other, qualities.family)
    for (const other of synonyms.get(term) || []) add(other, qualities.synonym)
    if (found.size > 0) return found
    for (const other of terms.keys())
      add(other, Math.max(similarity(word.toLowerCase(), other), similarity(term, other)))
    return found
  }

  const definitions = /^(?:what(?:'s| is| are)|define|definition of|meaning of)(?: an?)? [^ ]+$/i

  /** Returns what is to know of a query: its words, the one that it is about, and whether it asks for a change. */
  function readQuery(query) {
    const typed = query.trim()
    const words = meaningOf(wordsOf(typed))
    // The last word before a preposition: "events" of "events of a contract".
    const heads = meaningOf(wordsOf(wordsOf(typed).join(' ').split(preposition)[0]))
    const head = heads.every((word) => lightTerms.has(stem(word))) ? '' : heads.at(-1)
    const isName = /^\S*(?:[\p{Ll}\d]\p{Lu}|_)\S*$/u.test(typed)
    return {
      typed,
      plain: squeezed(typed),
      gist: gistOf(typed),
      said: isName ? squeezed(typed) : squeezed(words.join('')),
      words,
      head,
      isTask: words.length > 1 && !/(?:ed|ing)$/.test(words[0]) && changing.has(stem(words[0])),
      isDefinition: definitions.test(typed),
      hasSpace: typed.includes(' '),
      isName,
    }
  }

  /** Returns the words of a query, each with the terms that it stands for and its share of the query. */
  function wantedBy(index, { words, head, isTask }) {
    const parts = words.flatMap((word) =>
      index.terms.has(stem(word)) ? [word] : partsOf(word, index.terms),
    )
    // A plural asks for a list.
    if (parts.length < 3 && /[^s]s$/.test(head)) parts.push('list')
    const wanted = parts.map((word, at) => {
      const terms = termsFor(index, word)
      const stress = isTask && at === 0 ? 1.6 : word === head ? 1.3 : 1
      const share = rarityOf(index, terms) * (sizeOf(word, 0.3) || 0.1) * stress
      return { word: word.toLowerCase(), terms, share }
    })
    const total = wanted.reduce((sum, { share }) => sum + share, 0)
    return wanted.map((one) => ({ ...one, share: one.share / (total || 1) }))
  }

  /** Returns the weight of a word by the number of rows that have its best terms: the fewer, the more it says. */
  function rarityOf(index, terms) {
    const best = Math.max(...terms.values())
    const rows = new Set()
    for (const [term, quality] of terms)
      if (quality > best - 0.2) for (const { row } of index.terms.get(term)) rows.add(row)
    return rows.size === 0 ? 0 : Math.log(1 + index.rows.length / (1 + rows.size))
  }

  const raise = (map, key, value) => map.set(key, Math.max(value, map.get(key) || 0))
  const sum = (map, key, value) => map.set(key, value + (map.get(key) || 0))

  /** Returns the score of rows by words: how much of the query is in the row, and how much of one text is the query. */
  function scoresByWords(index, query) {
    const scores = new Map()
    const covered = new Map()
    const matched = new Map()
    for (const { word, terms, share } of wantedBy(index, query)) {
      const inTexts = new Map()
      for (const [term, quality] of terms)
        for (const text of index.terms.get(term))
          raise(
            inTexts,
            text,
            text.words.has(word) ? quality : Math.min(quality, qualities.inflected),
          )
      const inRows = new Map()
      for (const [text, quality] of inTexts) {
        sum(covered, text, share * quality)
        sum(matched, text, quality * sizeOf(word, 0.2))
        raise(inRows, text.row, quality * weights[text.field])
      }
      for (const [row, quality] of inRows) sum(scores, row, share * quality)
    }
    const best = new Map()
    for (const [text, share] of covered) {
      const { row, field, size } = text
      if (!titles.has(field)) continue
      const filled = Math.min(1, matched.get(text) / Math.max(size, 1))
      raise(best, row, weights[field] * share * Math.sqrt(filled))
    }
    for (const [row, score] of best) sum(scores, row, score)
    return scores
  }

  /** Returns how much of the names begins with the query, or how much of what they are about ends with it. */
  function partOf({ plain, about }, said) {
    const begun = plain.filter((one) => one.startsWith(said))
    const parts = about.endsWith(said) ? [...begun, about] : begun
    return Math.max(0, ...parts.map((one) => said.length / one.length))
  }

  /** Scores of names that match a whole query. Rows that are not methods or groups only get up to `other`. */
  const matches = {
    /** The name as it is displayed. */
    exact: 2,
    /** The name in other case or with other separators; the name in other inflections. */
    plain: 1.9,
    inflected: 1.3,
    /** A param or member with exactly this name. */
    field: 1.75,
    /** Subtracted for a name without its namespace, twice for one without its verb, too. */
    shorter: 0.1,
    guide: 1.1,
    phrase: 1.05,
    other: 0.9,
    /** The beginning or end of a name: from `part` to `part` + 0.4, by the share of the name. */
    part: 0.5,
    partOfName: 1.3,
    /** A name with typing errors; 0.1 is subtracted for each. */
    misspelled: 0.8,
  }

  /** Returns how well the names of a row as a whole match a query: equal, in part, or almost. */
  function scoreOfNames(row, names, query) {
    const [kind, name] = row
    const { typed, gist, said, hasSpace } = query
    if (name === typed) return matches.exact
    if (gist.length < 2 || (kind === 'schema' && hasSpace)) return 0
    const equal = scoreOfEqual(row, names, query)
    return equal > 0 || said.length < 4 ? equal : scoreOfSimilar(names, query)
  }

  function scoreOfEqual([kind, , href], names, { typed, plain, gist, isName }) {
    const at = names.plain.findIndex((one, nth) => one === plain || names.gists[nth] === gist)
    const isPlace = kind === 'method' || kind === 'group'
    if (at >= 0 && isPlace) {
      const isPlain = names.plain[at] === plain
      return (isPlain ? matches.plain : matches.inflected) - matches.shorter * at
    }
    if (at >= 0 && kind === 'guide' && !href.includes('#')) return matches.guide
    if (at < 0 && isName && names.fields.has(typed)) return isPlace ? matches.field : matches.other
    if (names.phrases.has(gist)) return matches.phrase
    return at >= 0 ? matches.other : 0
  }

  function scoreOfSimilar(names, { said, isName }) {
    const part = partOf(names, said)
    if (part > 0) return (isName ? matches.partOfName : matches.part) + 0.4 * part
    const most = Math.floor(said.length / 5)
    const wrong = Math.min(...names.plain.map((one) => distance(said, one, most)))
    return wrong > most ? 0 : matches.misspelled - 0.1 * wrong
  }

  /**
   * Returns the factor of the words of a row. Tasks are done by guides and by methods that change something, questions
   * are answered by the others, several words are rarely about schemas, and names are typed to find names.
   */
  function factorOf([kind, , , , , , , , state = ''], { isTask, hasSpace, isName }) {
    if (isName) return 0.4
    if (kind === 'schema') return hasSpace ? 0.6 : 1
    if (kind === 'guide') return isTask ? 1.05 : 1
    if (kind !== 'method' || (state === 'write') === isTask || state === 'off') return 1
    return isTask ? 0.86 : 0.94
  }

  /** Returns the rows that match a query, best first; of equally good ones, the shorter name first. */
  function find(index, text) {
    const query = readQuery(text)
    if (query.words.length === 0) return []
    const scores = scoresByWords(index, query)
    const found = index.rows.flatMap((row, id) => {
      const [kind, , , , , , , , state] = row
      const words = (scores.get(id) || 0) * factorOf(row, query)
      const score = words + scoreOfNames(row, index.names[id], query)
      const isMeant = query.isDefinition && kind === 'term'
      const weight = isMeant ? 2 : (kinds[kind] || 0.65) * (states[state] || 1)
      return score > 0 ? [{ row, score: score * weight }] : []
    })
    const order = (a, b) => b.score - a.score || bare(a.row[1]).length - bare(b.row[1]).length
    return found.sort(order).map(({ row }) => row)
  }

  window.docsRanking = { makeIndex, find }
})()
