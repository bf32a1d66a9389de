import { useLocale } from 'use-intl'
import type { Picture } from '#contract/school/config.ts'
import { textIn } from '#rules/inLanguage.ts'
import { classes } from '#web/ui/classes.ts'

/** The address of a picture's file. */
export const pictureUrl = (id: string): string => `/files/pictures/${id}`

/** A picture's caption in the reader's language, or in the other if there is none. */
export const captionOf = (language: string, { caption, nativeCaption }: Picture): string =>
  textIn(language, caption, nativeCaption)

/** The school's own pictures with their captions; their space is reserved while they load. */
export const Pictures = ({ pictures, className }: { pictures: readonly Picture[]; className?: string }) => {
  const language = useLocale()
  return (
    <ul
      className={classes(
        'grid gap-4',
        pictures.length > 1 && 'sm:grid-cols-2',
        pictures.length > 2 && 'lg:grid-cols-3',
        className,
      )}
    >
      {pictures.map(picture => {
        const caption = captionOf(language, picture)
        return (
          <li key={picture.id}>
            <figure className="overflow-hidden rounded-lg border border-line bg-surface">
              <img
                src={pictureUrl(picture.id)}
                alt={caption}
                width={picture.width}
                height={picture.height}
                loading="lazy"
                decoding="async"
                className={classes('w-full bg-sunken object-cover', pictures.length > 1 ? 'aspect-3/2' : 'max-h-128')}
              />
              {caption && (
                <figcaption aria-hidden className="px-4 py-3 text-sm text-ink-2">
                  {caption}
                </figcaption>
              )}
            </figure>
          </li>
        )
      })}
    </ul>
  )
}
