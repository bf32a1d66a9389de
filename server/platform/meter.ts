type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

/**
 * One metric in the text format of Prometheus. Label values must be the program's own names, because they aren't
 * escaped.
 */
export const figure = (
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: readonly (readonly [suffix: string, ...Sample])[] | number,
): string => {
  const all = typeof samples === 'number' ? [['', {}, samples] as const] : samples
  const lines = all.map(([suffix, labels, value]) => {
    const named = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
    return `${name}${suffix}${named.length > 0 ? `{${named.join(',')}}` : ''} ${value}`
  })
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}

/** Upper bounds in seconds of what feels immediate, quick and slow, and of what people give up on. */
const bounds = [0.05, 0.25, 1, 5] as const

/** Counts the calls to this process and their outcomes. */
export type Meter = {
  called(name: string, outcome: string, seconds: number): void
  answered(status: number): void
  /** The counts since the start, in the text format of Prometheus. */
  text(): string
}

/** Opens a meter with no counts. */
export const openMeter = (): Meter => {
  const outcomes = new Map<string, Map<string, number>>()
  const durations = new Map<string, { within: number[]; count: number; sum: number }>()
  const statuses = new Map<string, number>()
  const more = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  return {
    called(name, outcome, seconds) {
      const ofName = outcomes.get(name) ?? new Map<string, number>()
      outcomes.set(name, ofName)
      more(ofName, outcome)
      const lasted = durations.get(name) ?? { within: bounds.map(() => 0), count: 0, sum: 0 }
      durations.set(name, lasted)
      bounds.forEach((bound, at) => {
        if (seconds <= bound) lasted.within[at]! += 1
      })
      lasted.count += 1
      lasted.sum += seconds
    },
    answered: status => void more(statuses, `${Math.floor(status / 100)}xx`),
    text: () =>
      [
        figure(
          'lantern_calls_total',
          'counter',
          'Function calls, by function and outcome.',
          [...outcomes].flatMap(([name, counts]) =>
            [...counts].map(([outcome, count]) => ['', { function: name, outcome }, count] as const),
          ),
        ),
        figure(
          'lantern_call_duration_seconds',
          'histogram',
          'How long calls took, by function.',
          [...durations].flatMap(([name, { within, count, sum }]) => [
            ...bounds.map((bound, at) => ['_bucket', { function: name, le: String(bound) }, within[at]!] as const),
            ['_bucket', { function: name, le: '+Inf' }, count] as const,
            ['_sum', { function: name }, sum] as const,
            ['_count', { function: name }, count] as const,
          ]),
        ),
        figure(
          'lantern_http_answers_total',
          'counter',
          'All HTTP answers, by class of status.',
          [...statuses].map(([status, count]) => ['', { status }, count] as const),
        ),
      ].join(''),
  }
}
