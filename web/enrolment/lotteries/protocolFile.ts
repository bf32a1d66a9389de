import type { Protocol } from '#contract/enrolment/lotteries.ts'

/** Returns the published protocol as JSON, unchanged. */
export const protocolJson = (protocol: Protocol): string => JSON.stringify(protocol, null, 2)

/** Returns the protocol's list and results as CSV: a row for each child, by number. */
export const protocolCsv = ({ tickets, results }: Protocol): string => {
  const resultOf = new Map(results.map(result => [result.number, result]))
  const rows = tickets.flatMap(({ number, together, priority, entries }) =>
    entries.map(entry => {
      const result = resultOf.get(entry.number)
      const lines = result?.lines.map(({ code, place }) => `${code}:${place}`).join(' ') ?? ''
      return [
        number,
        entry.number,
        together,
        priority,
        entry.ranks.join('>'),
        result?.turn ?? '',
        result?.won ?? '',
        lines,
      ]
    }),
  )
  const head = ['family', 'child', 'together', 'priority', 'wishes', 'turn', 'won', 'lines']
  return `${[head, ...rows].map(row => row.join(',')).join('\r\n')}\r\n`
}

/** Downloads a text as a file. */
export const keepFile = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
