// Formats the results of all documents as a table and a summary.

/**
 * Whether a result is as expected: success, or errors in the document itself, which have a location. Any other
 * error is a defect of the generator.
 */
export function isFine({ verdict }) {
  return verdict === 'generated' || verdict === 'generated, unresolved' || verdict === 'refused'
}

/** Returns a verdict of one or two words. */
export function verdictOf({ status, errors, compiled, any, unresolved }) {
  if (status === 'crash' || status === 'timeout') return status
  if (status === 'failed')
    return errors.every(isPlaced) && errors.length > 0 ? 'refused' : 'refused without a place'
  if (status !== 'written') return `ended as ${status}`
  const failing = Object.keys(compiled).filter((compiler) => compiled[compiler].length > 0)
  if (failing.length > 0) return `does not compile (${failing.join(', ')})`
  if (any > 0) return 'contains any'
  return unresolved === undefined ? 'generated' : 'generated, unresolved'
}

/** Whether an error has a location in a document and does not concern our output. */
function isPlaced({ code, file, line, column }) {
  return file !== '' && line > 0 && column > 0 && !code.startsWith('RL4')
}

const columns = ['document', 'verdict', 'methods', 'types', 'unknown', 'any', 'CPU s']

/** Returns a Markdown table with one row per document, followed by the errors. */
export function table({ documents, faults }) {
  const rows = documents.map((document) => [
    document.file,
    document.verdict,
    document.methods ?? '',
    document.types ?? '',
    document.unknowns ?? '',
    document.any,
    document.seconds.toFixed(2),
  ])
  const lines = [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  return [...lines, ...notes(documents), ...faults].join('\n')
}

/** Returns the reason for each verdict other than success. */
function notes(documents) {
  return documents.flatMap((document) => {
    const { file, verdict, errors, unresolved, crash, compiled } = document
    const reasons = [
      ...errors.map(
        ({ code, file: at, line, column, message }) => `${at}:${line}:${column} ${code} ${message}`,
      ),
      ...(unresolved === undefined ? [] : [firstOf(unresolved)]),
      ...(crash === undefined ? [] : [crash]),
      ...Object.values(compiled).flat(),
    ]
    return reasons.length === 0
      ? []
      : ['', `${file}: ${verdict}`, ...reasons.map((line) => `  ${line}`)]
  })
}

function firstOf(errors) {
  const [{ code, file, line, column, message }] = errors
  return `${errors.length} without --allow-unresolved, the first: ${file}:${line}:${column} ${code} ${message}`
}

export function summary({ documents }) {
  const counts = new Map()
  for (const document of documents) {
    const { verdict } = document
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  }
  const sum = (member) => documents.reduce((total, document) => total + (document[member] ?? 0), 0)
  const verdicts = [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')
  return `${documents.length} documents: ${verdicts}; ${sum('methods')} methods, ${sum('types')} types, ${sum('unknowns')} places unknown, ${sum('any')} any`
}
