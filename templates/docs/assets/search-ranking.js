// The ranking of the search: the index of the rows, and how well a row matches a query.
;(function () {
  'use strict'

  /** Stems by word: the same words occur in many rows. */
  const stems = new Map()

  /** Returns a word without the endings of inflection, so that "stakes", "staked" and "staking" are equal. */
  function stem(word) {
    if (!stems.has(word)) stems.set(word, withoutEnding(word.toLowerCase()))
    return stems.get(word)
  }

  function withoutEnding(word) {
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

  /** Returns one term for words that belong together: "log in" and "login" are equal. */
  const joined = (words) => words.map(stem).join('')

  /** Returns the term of a word of the lists, in which a hyphen joins words that belong together. */
  const termOf = (word) => joined(word.split('-'))

  const listOf = (text) => text.trim().split(/[\s;]+/)
  const { idle, light, changes, same, contrary, short } = window.docsSearchWords
  const idleWords = new Set(listOf(idle))
  const lightTerms = new Set(listOf(light).map(stem))
  const changing = new Set(listOf(changes).map(termOf))
  const synonyms = groupsOf(`${changes};${same}`)
  const contraries = groupsOf(contrary)
  const abbreviations = groupsOf(short)
  /** Words that belong together, such as "turn off". */
  const expressions = new Set(
    listOf(`${changes} ${same}`).flatMap((word) => (word.includes('-') ? [termOf(word)] : [])),
  )

  /** Returns the terms of the groups in which a term is. */
  function groupsOf(list) {
    const groups = new Map()
    for (const group of list.split(';')) {
      const terms = listOf(group).map(termOf)
      for (const term of terms) groups.set(term, [...(groups.get(term) || []), ...terms])
    }
    return groups
  }

  /** Returns the words of a text or a name: "getUTXOs" has two. */
  const wordsOf = (text) =>
    text
      .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, ' ')
      .split(/[^\p{L}\p{N}]+/u)
      .flatMap((word) => (unspaced.test(word) ? pairsOf(word) : word || []))

  /** Letters of scripts without spaces between words. */
  const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u

  /** Returns each two neighbouring letters, which stand for the words that they are in. */
  function pairsOf(text) {
    const letters = [...text]
    return letters.length < 3 ? [text] : letters.slice(1).map((letter, at) => letters[at] + letter)
  }

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

  /** Limits of a query, so that pasted text does not block the page: characters of it and of a compound, and words. */
  const longest = { query: 200, word: 40, words: 12 }

  /** Splits a word into known words, if it consists of them: "orderbook" is "order" and "book". */
  function partsOf(word, known) {
    if (word.length > longest.word) return [word]
    const isKnown = (part) =>
      (part.length > 2 || /\d/.test(part) || abbreviations.has(part)) && known.has(stem(part))
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
      letters: names.map(squeezed).map(lettersOf),
      gists: names.map(gistOf),
      about: squeezed(about),
      phrases: new Set([summary, ...phrases.split('|')].map(gistOf)),
      fields: new Set(fields.split(' ')),
      terms: new Set(wordsOf(name).map(stem)),
    }
  }

  // The score of a row is the sum of three parts, times the weight of its kind and state:
  // - words: how much of the query is in the texts of the row, at most 1;
  // - title: how much of the name, a phrase or the summary the query fills, at most 1;
  // - names: how well the whole query matches a name, at most 2, so that an exact name comes before words.

  /** Weights of the texts of a row: a name says most, prose and places say least. */
  const weights = {
    name: 1,
    phrase: 0.85,
    space: 0.8,
    summary: 0.7,
    words: 0.4,
    text: 0.35,
    place: 0.3,
  }
  /** Texts that a query may equal. */
  const titles = new Set(['name', 'phrase', 'summary'])
  /** Methods and guides come before the terms, errors and schemas that mention them. */
  const kinds = { group: 0.9, term: 0.9, error: 0.75, schema: 0.65 }
  const states = { deprecated: 0.85 }
  /** How well a word of a query is matched by a word of a row. */
  const qualities = { same: 1, inflected: 0.9, abbreviation: 0.95, family: 0.85, synonym: 0.6 }
  /** Sizes of words in texts and queries: words that say little, and words without meaning in a query of only those. */
  const sizes = { light: 0.4, idle: 0.1 }
  /** Stress of the words of a query: the verb of a task, and the word that a question is about. */
  const stresses = { task: 1.6, head: 1.3 }

  /** How much of a text or a query a word is. */
  function sizeOf(word) {
    if (isIdle(word)) return 0
    return lightTerms.has(stem(word)) || /^\d+$/.test(word) ? sizes.light : 1
  }

  function addText(index, row, field, words) {
    const text = { row, field, size: 0, words: new Set() }
    function add(term) {
      const texts = index.terms.get(term)
      if (texts === undefined) index.terms.set(term, [text])
      else if (texts.at(-1) !== text) texts.push(text)
    }
    words.forEach((word, at) => {
      add(stem(word))
      // Two words of a title are found as one: "backup" finds "Back up".
      if (at > 0 && titles.has(field)) add(joined([words[at - 1], word]))
      text.words.add(word.toLowerCase())
    })
    for (const word of text.words) text.size += sizeOf(word)
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
    index.known = new Set(
      [index.terms, synonyms, abbreviations].flatMap((terms) => [...terms.keys()]),
    )
    index.spellings = [...index.known].map(spelled)
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

  /** Returns the set of letters of a word, as bits. */
  function lettersOf(word) {
    let letters = 0
    for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
    return letters
  }

  /** Returns whether so many wrong letters can be between words with these letters: each changes at most two. */
  function mayDiffer(one, other, most) {
    let apart = one ^ other
    for (let left = 2 * most; apart !== 0; left--) {
      if (left === 0) return false
      apart &= apart - 1
    }
    return true
  }

  /** Number of typing errors that a word of a query may have. */
  const mostWrong = ({ length }) => (length < 4 ? 0 : length < 8 ? 1 : 2)

  /** Returns how well a typed word matches another, from 0 to 1: as its beginning, or with typing errors. */
  function similarity(typed, other) {
    if (typed.text.length > 1 && other.text.startsWith(typed.text))
      return 0.5 + (0.4 * typed.text.length) / other.text.length
    const { most } = typed
    if (most === 0 || !mayDiffer(typed.letters, other.letters, most)) return 0
    const wrong = distance(typed.text, other.text, most)
    return wrong > most ? 0 : 0.8 - 0.1 * wrong
  }

  const spelled = (text) => ({ text, letters: lettersOf(text), most: mostWrong(text) })

  /** Adds the terms of the index that a term stands for, and how well each matches. */
  function addMeanings({ terms, families }, term, found, weight = 1) {
    function add(other, quality) {
      const value = quality * weight
      if (value > (found.get(other) || 0) && terms.has(other)) found.set(other, value)
    }
    add(term, qualities.same)
    for (const other of abbreviations.get(term) || []) add(other, qualities.abbreviation)
    for (const other of families.get(familyOf(term)) || []) add(other, qualities.family)
    for (const other of synonyms.get(term) || []) add(other, qualities.synonym)
  }

  /** Returns the terms of the index that a word of a query stands for, and how well each matches. */
  function termsFor(index, word) {
    const term = stem(word)
    const found = new Map()
    addMeanings(index, term, found)
    if (found.size > 0 || synonyms.has(term)) return found
    // The word is unknown: those that it may be the beginning of, or meant for.
    const forms = [...new Set([word.toLowerCase(), term])].map(spelled)
    for (const other of index.spellings) {
      const similar = Math.max(...forms.map((form) => similarity(form, other)))
      if (similar > 0) addMeanings(index, other.text, found, similar)
    }
    return found
  }

  /** Returns a word as it was meant: an unknown one with a typing error becomes the known word that is next to it. */
  function corrected(index, word) {
    const term = stem(word)
    const typed = spelled(term)
    const isKnown = index.known.has(term) || partsOf(word, index.known).length > 1
    if (isKnown || isIdle(word) || term.length < 5) return word
    let best = ''
    let least = typed.most + 1
    for (const { text, letters } of index.spellings) {
      if (text.startsWith(term)) return word
      if (text[0] !== term[0] || !mayDiffer(typed.letters, letters, typed.most)) continue
      const wrong = distance(term, text, typed.most)
      const isCommoner = wrong === least && usesOf(index, text) > usesOf(index, best)
      if (wrong < least || isCommoner) best = text
      least = Math.min(least, wrong)
    }
    const ending = word.startsWith(term) ? word.slice(term.length) : ''
    return least > typed.most ? word : best + ending
  }

  /** Returns the number of texts in which a term is. */
  const usesOf = ({ terms }, term) => (terms.get(term) || []).length

  const definitions = /^(?:what(?:'s| is| are)|define|definition of|meaning of)(?: an?)? [^ ]+$/i

  /** Returns the words of a query, of which those that form an expression are one: "turn off" is "turnoff". */
  function joinExpressions(words) {
    const found = []
    for (let at = 0; at < words.length;) {
      const size = [3, 2].find((many) => expressions.has(joined(words.slice(at, at + many)))) || 1
      found.push(words.slice(at, at + size).join(' '))
      at += size
    }
    return found
  }

  /** Returns what is to know of a query: its words, the one that it is about, and whether it asks for a change. */
  function readQuery(index, query) {
    const typed = query.trim().slice(0, longest.query)
    const isName = /^\S*(?:[\p{Ll}\d]\p{Lu}|_)\S*$/u.test(typed)
    const correct = wordsOf(typed).map((word) => (isName ? word : corrected(index, word)))
    const words = meaningOf(joinExpressions(correct)).slice(0, longest.words)
    // The last word before a preposition: "events" of "events of a contract".
    const heads = meaningOf(wordsOf(correct.join(' ').split(preposition)[0]))
    const head = heads.every((word) => lightTerms.has(stem(word))) ? '' : heads.at(-1)
    const said = squeezed(isName ? typed : words.join(''))
    const terms = words.map((word) => joined(word.split(' ')))
    return {
      meant: new Set(terms),
      contrary: new Set(terms.flatMap((term) => contraries.get(term) || [])),
      typed,
      plain: squeezed(typed),
      gist: gistOf(typed),
      said,
      letters: lettersOf(said),
      words,
      head,
      isTask:
        words.length > 1 &&
        !/(?:ed|ing)$/.test(words[0]) &&
        changing.has(joined(words[0].split(' '))),
      isDefinition: definitions.test(typed),
      hasSpace: typed.includes(' '),
      isName,
    }
  }

  /** Returns the words of a query, each with the terms that it stands for and its stress. */
  function wantedBy(index, { words, head, isTask }) {
    const { known } = index
    const parts = words.flatMap((word) => {
      const apart = word.split(' ')
      const together = apart.map(stem).join('')
      if (apart.length > 1)
        return termsFor(index, together).size > 0 ? [together] : meaningOf(apart)
      return known.has(stem(word)) ? [word] : partsOf(word, known)
    })
    return parts.map((word, at) => {
      const stress = isTask && at === 0 ? stresses.task : word === head ? stresses.head : 1
      const size = sizeOf(word) || sizes.idle
      return { word: word.toLowerCase(), terms: termsFor(index, word), size, weight: size * stress }
    })
  }

  const raise = (map, key, value) => map.set(key, Math.max(value, map.get(key) || 0))
  const sum = (map, key, value) => map.set(key, value + (map.get(key) || 0))

  /** Returns how well a word of a query matches texts, and rows by their best text. */
  function matchesOf(index, { word, terms }) {
    const texts = new Map()
    for (const [term, quality] of terms)
      for (const text of index.terms.get(term))
        raise(texts, text, text.words.has(word) ? quality : Math.min(quality, qualities.inflected))
    const rows = new Map()
    for (const [text, quality] of texts) raise(rows, text.row, quality * weights[text.field])
    return { texts, rows }
  }

  /** Returns how much a word says: the fewer rows it is in, and the weaker, the more. */
  function rarityOf(index, rows) {
    let count = 1
    for (const value of rows.values()) count += value
    return rows.size === 0 ? 0 : Math.log(1 + index.rows.length / count)
  }

  /** Returns the scores of rows by words: how much of the query is in the row, and how much of one text is the query. */
  function scoresByWords(index, query) {
    const wanted = wantedBy(index, query).map((one) => {
      const matches = matchesOf(index, one)
      return { ...one, ...matches, weight: one.weight * rarityOf(index, matches.rows) }
    })
    const total = wanted.reduce((all, { weight }) => all + weight, 0)
    const scores = new Map()
    const covered = new Map()
    const filled = new Map()
    for (const { texts, rows, size, weight } of wanted) {
      const share = weight / (total || 1)
      for (const [row, value] of rows) sum(scores, row, share * value)
      for (const [text, quality] of texts) {
        if (!titles.has(text.field)) continue
        sum(covered, text, share * quality)
        sum(filled, text, size * quality)
      }
    }
    const best = new Map()
    for (const [text, share] of covered) {
      const part = Math.min(1, filled.get(text) / Math.max(text.size, 1))
      raise(best, text.row, weights[text.field] * share * Math.sqrt(part))
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
    if (at >= 0 && (kind === 'guide' || kind === 'reference') && !href.includes('#'))
      return matches.guide
    if (at < 0 && isName && names.fields.has(typed)) return isPlace ? matches.field : matches.other
    if (names.phrases.has(gist)) return matches.phrase
    return at >= 0 ? matches.other : 0
  }

  function scoreOfSimilar(names, { said, letters, isName, hasSpace }) {
    const part = partOf(names, said)
    if (part > 0) return (isName ? matches.partOfName : matches.part) + 0.4 * part
    if (hasSpace) return 0
    const most = Math.floor(said.length / 5)
    const similar = names.plain.filter((_, at) => mayDiffer(names.letters[at], letters, most))
    const wrong = Math.min(...similar.map((one) => distance(one, said, most)), most + 1)
    return wrong > most ? 0 : matches.misspelled - 0.1 * wrong
  }

  /**
   * Returns the factor of the words of a row. Tasks are done by guides and by methods that change something, questions
   * are answered by the others, several words are rarely about schemas, pages of reference mention every word, and names
   * are typed to find names.
   */
  function factorOf([kind, , , , , , , , state = ''], { isTask, hasSpace, isName }) {
    if (isName) return 0.4
    if (kind === 'schema') return hasSpace ? 0.6 : 1
    if (kind === 'reference') return 0.5
    if (kind === 'guide') return isTask ? 1.05 : 1
    if (kind !== 'method' || (state === 'write') === isTask || state === 'off') return 1
    return isTask ? 0.86 : 0.94
  }

  /** A name that says the contrary of a query comes after one that says as much of it, but not the contrary. */
  const contraryName = 0.8

  /** Returns whether the words of a name say the contrary of a query, which does not have them. */
  const isContrary = ({ terms }, query) =>
    [...terms].some((term) => query.contrary.has(term) && !query.meant.has(term))

  /** Returns the rows that match a query, best first; of equally good ones, the shorter name first. */
  function find(index, text) {
    const query = readQuery(index, text)
    if (query.words.length === 0) return []
    const scores = scoresByWords(index, query)
    const found = index.rows.flatMap((row, id) => {
      const [kind, , , , , , , , state] = row
      const doubt = isContrary(index.names[id], query) ? contraryName : 1
      const words = (scores.get(id) || 0) * factorOf(row, query) * doubt
      const score = words + scoreOfNames(row, index.names[id], query)
      const isMeant = query.isDefinition && kind === 'term'
      const weight = isMeant ? 2 : (kinds[kind] || 1) * (states[state] || 1)
      return score > 0 ? [{ row, score: score * weight }] : []
    })
    const order = (a, b) => b.score - a.score || bare(a.row[1]).length - bare(b.row[1]).length
    return found.sort(order).map(({ row }) => row)
  }

  window.docsRanking = { makeIndex, find }
})()
