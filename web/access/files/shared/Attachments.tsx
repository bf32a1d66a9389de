import { Download, FileText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { StoredFile } from '#contract/access/files.ts'
import { hrefOf, useSize } from './fileText.ts'

/** The files attached to something: pictures are shown, sound and video can be played, others opened or saved. */
export const Attachments = ({ files }: { files: readonly StoredFile[] }) => {
  const t = useTranslations('files')
  const size = useSize()
  if (files.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-3">
      {files.map(file => {
        const href = hrefOf(file)
        if (file.type.startsWith('image/'))
          return (
            <li key={file.id}>
              <a href={href} target="_blank" rel="noreferrer" className="block">
                <img
                  src={href}
                  alt={file.name}
                  loading="lazy"
                  className="max-h-56 max-w-full rounded-md border border-line object-contain"
                />
              </a>
            </li>
          )
        const Icon = file.type === 'application/pdf' ? FileText : Download
        return (
          <li key={file.id} className="grid max-w-full gap-1.5">
            {file.type.startsWith('audio/') && (
              <audio controls preload="none" src={href} aria-label={t('play', { name: file.name })}>
                <track kind="captions" />
              </audio>
            )}
            {file.type.startsWith('video/') && (
              <video
                controls
                preload="none"
                src={href}
                aria-label={t('play', { name: file.name })}
                className="max-h-64 max-w-full rounded-md"
              >
                <track kind="captions" />
              </video>
            )}
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 max-w-full items-center gap-2.5 rounded-md border border-line px-3 text-sm hover:bg-sunken"
            >
              <Icon size={18} aria-hidden className="shrink-0 text-primary-ink" />
              <span className="min-w-0 truncate font-medium">{file.name}</span>
              <span className="shrink-0 text-ink-2 tabular-nums">{size(file.size)}</span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
