/** Texts of the office's page for pictures. */
export const messages = {
  pictures: {
    title: 'Pictures',
    lead: 'They appear on the home page in this order. Only show children whose families have agreed.',
    none: 'No pictures yet. A photo of the building or a lesson says more than a page of text.',
    caption: 'What it shows',
    captionHint: 'Read aloud to people who can’t see it.',
    nativeCaption: 'In the second language',
    add: 'Add pictures',
    adding: 'Uploading',
    added: '{n, plural, one {Picture added} other {# pictures added}}',
    saved: 'Saved',
    up: 'Move up',
    down: 'Move down',
    remove: 'Remove picture',
    removed: 'Picture removed',
    full: 'You’ve reached the limit of pictures.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    pictures: typeof messages
  }
}
