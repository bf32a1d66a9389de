/** Words of the office's page of pictures. */
export const messages = {
  pictures: {
    title: 'Pictures',
    lead: 'They appear on the home page in this order. Only show children whose families have agreed.',
    none: 'No pictures yet. A photo of the building or of a lesson tells more than a page of words.',
    caption: 'What it shows',
    captionHint: 'Read out to people who can not see it.',
    nativeCaption: 'The same in the second language',
    add: 'Add pictures',
    adding: 'Sending',
    added: '{n, plural, one {The picture is added} other {# pictures are added}}',
    saved: 'Saved',
    up: 'Move up',
    down: 'Move down',
    remove: 'Remove picture',
    removed: 'The picture is removed',
    full: 'There are as many pictures as fit.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    pictures: typeof messages
  }
}
