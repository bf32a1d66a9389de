/** Ideographs, kana, full-width forms and their punctuation, for a character class of a regular expression. */
export const hanSigns = '\\u2E80-\\u9FFF\\uF900-\\uFAFF\\uFF00-\\uFFEF\\u3000-\\u303F'
