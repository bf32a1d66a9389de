import format from 'use-intl/format-message/format-only'
import { spacedForValues } from '#rules/chineseSpacing.ts'

/** Formats the messages of all screens: as the package does, with the spaces that Chinese needs. */
const formatMessage: typeof format = (key, message, values, options) =>
  format(key, options.locale === 'zh' && values ? spacedForValues(message, values) : message, values, options)
formatMessage.raw = false

// The build uses this in place of the package's own module, which has a function as its default export
// (vite.config.ts).
export default formatMessage
