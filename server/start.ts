export type Start = {
  /** The settings by name, as in the environment. */
  environment: Record<string, string | undefined>
  isDemo: boolean
  /** True if callers who call too often are limited: always, except when Lantern's speed is measured. */
  isPaced?: boolean
  /** True if another process has opened the school and this one shares its port. */
  isFurther?: boolean
  /** Resolves once the web app is built, where that isn't done before the start. */
  builtWeb?: Promise<void>
  /** Prints lines for the person who starts Lantern. */
  say(line: string): void
}

/** The functions that stop what has been started. They run in reverse order. */
export type Ends = (() => Promise<unknown>)[]
