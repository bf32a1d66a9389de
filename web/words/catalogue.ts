import type { Messages } from './bundles.ts'
import type { Language } from './languages.ts'

/** Texts as they travel: a bundle, or what a screen uses of all of them. */
export type Texts = { messages: Partial<Messages> }

// The build writes both from the texts that there are (scripts/screenTexts.ts).
/** The address of a bundle's texts, or of a screen's, in a language. */
export declare const textFile: (language: Language, name: string) => string
/** Fetches them. */
export declare const loadTexts: (language: Language, name: string) => Promise<Texts>
