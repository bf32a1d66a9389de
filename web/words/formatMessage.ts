import format from 'use-intl/format-message/format-only'
import { spacedForValues } from '#rules/chineseSpacing.ts'

/** How the messages of all screens are written: as the package does, with the spaces that Chinese asks for. */
const formatMessage: typeof format = (key, message, values, options) =>
  format(key, options.locale === 'zh' && values ? spacedForValues(message, values) : message, values, options)
formatMessage.raw = false

// The build reads it in place of the package's own, which expects a function by default (vite.config.ts).
export default formatMessage
