import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { StoredFile } from '#contract/access/files.ts'
import { Attachments } from '#web/access/files/shared/Attachments.tsx'
import { hrefOf } from '#web/access/files/shared/fileText.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const PhotoViewer = lazily(() => import('./PhotoViewer.tsx').then(module => module.PhotoViewer))

type PostFilesProps = { files: readonly StoredFile[]; from: string }

/** The attachments of a message: photos, which open larger, and other files below them. */
export const PostFiles = ({ files, from }: PostFilesProps) => {
  const t = useTranslations('files')
  const format = useFormat()
  const [shown, setShown] = useState<number | null>(null)
  const photos = files
    .filter(({ type }) => type.startsWith('image/'))
    .map((file, index, all) => ({
      href: hrefOf(file),
      name: file.name,
      label: t('photo', { n: format.number(index + 1), of: format.number(all.length), name: from }),
    }))
  return (
    <>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map(({ href, label }, index) => (
            <li key={href}>
              <button type="button" className="block rounded-md" onClick={() => setShown(index)}>
                {/* Of a fixed size, so that the conversation doesn't move when the image loads. */}
                <img
                  src={href}
                  alt={label}
                  loading="lazy"
                  className="size-32 rounded-md border border-line bg-sunken object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Attachments files={files.filter(({ type }) => !type.startsWith('image/'))} />
      {shown !== null && <PhotoViewer photos={photos} shown={shown} onShow={setShown} onClose={() => setShown(null)} />}
    </>
  )
}
