import type { Bundle } from './bundles.ts'
import type { Language } from './languages.ts'

/** Texts as they travel: a bundle, or all the bundles of a screen. */
export type Texts = { messages: object; bundles?: readonly Bundle[] }

// The build writes both from the texts that there are (scripts/screenTexts.ts).
/** The address of a bundle's texts, or of a screen's, in a language. */
export declare const textFile: (language: Language, name: string) => string
/** Fetches them. */
export declare const loadTexts: (language: Language, name: string) => Promise<Texts>
