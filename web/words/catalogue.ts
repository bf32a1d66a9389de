import type { Bundle } from './bundles.ts'
import type { Language } from './languages.ts'

type Load = () => Promise<{ messages: object }>

/** One lazy file for each bundle and language. The build writes it from the files that there are (scripts/screenTexts.ts). */
export declare const catalogue: Readonly<Record<Bundle, Readonly<Record<Language, Load>>>>
