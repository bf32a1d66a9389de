import type { Messages } from './bundles.ts'
import type { Language } from './languages.ts'

/** Texts as they are loaded: a bundle, or the texts of all bundles that a screen uses. */
export type Texts = { messages: Partial<Messages> }

// The build generates both from the text files (scripts/screenTexts.ts).
/** Returns the address of the texts of a bundle or screen in a language. */
export declare const textFile: (language: Language, name: string) => string
/** Loads these texts. */
export declare const loadTexts: (language: Language, name: string) => Promise<Texts>
