export const messages = {
  page: 'Page {page} of {pages}',
} as const
