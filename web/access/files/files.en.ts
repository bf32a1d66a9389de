/** Texts of attachments. */
export const messages = {
  files: {
    add: 'Add files',
    drop: 'or drop them here',
    hint: 'Up to ten images, PDF, Word, text, audio or video files, 10 MB each. Photos lose their location.',
    addPhotos: 'Add photos or files',
    hintShort: 'Up to ten photos or files, 10 MB each.',
    remove: 'Remove {name}',
    cancel: 'Cancel {name}',
    progress: 'Upload of {name}',
    full: 'Ten files at most.',
    failed: 'A file couldn’t be added. Remove it or try it again.',
    retry: 'Try {name} again',
    play: 'Play {name}',
    photo: 'Photo {n} of {of} from {name}',
    previous: 'Previous photo',
    next: 'Next photo',
    whole: 'Open in a new tab',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    files: typeof messages
  }
}
