import { ChevronLeft, ChevronRight, ExternalLink, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { useUiText } from '#web/ui/text.tsx'

type PhotoViewerProps = {
  photos: readonly { href: string; name: string; label: string }[]
  shown: number
  onShow: (index: number) => void
  onClose: () => void
}

/** A photo over the whole window, with buttons to the previous and next. */
export const PhotoViewer = ({ photos, shown, onShow, onClose }: PhotoViewerProps) => {
  const t = useTranslations('files')
  const text = useUiText()
  const photo = photos[shown]
  if (!photo) return null
  // The first follows the last.
  const step = (by: -1 | 1) => onShow((shown + by + photos.length) % photos.length)
  return (
    <Modal
      open
      onClose={onClose}
      label={photo.label}
      className="dialog inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none rounded-t-xl"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The arrows do what its buttons do. */}
      <div
        onKeyDown={event => {
          if (event.key === 'ArrowLeft') step(-1)
          if (event.key === 'ArrowRight') step(1)
        }}
      >
        <div className="flex items-center gap-1 p-2">
          <p className="min-w-0 flex-1 truncate ps-2 text-sm font-medium">{photo.name}</p>
          {photos.length > 1 && (
            <>
              <IconButton
                icon={ChevronLeft}
                label={t('previous')}
                className="rtl:-scale-x-100"
                onClick={() => step(-1)}
              />
              <IconButton icon={ChevronRight} label={t('next')} className="rtl:-scale-x-100" onClick={() => step(1)} />
            </>
          )}
          <a
            href={photo.href}
            target="_blank"
            rel="noreferrer"
            aria-label={t('whole')}
            title={t('whole')}
            className="inline-grid size-control-small shrink-0 place-items-center rounded-md hover:bg-sunken"
          >
            <ExternalLink size={20} aria-hidden />
          </a>
          <IconButton icon={X} label={text.close} onClick={onClose} />
        </div>
        <div className="flex justify-center p-2">
          <img
            src={photo.href}
            alt={photo.label}
            className="max-w-full rounded-md object-contain"
            style={{ maxHeight: '80dvh' }}
          />
        </div>
      </div>
    </Modal>
  )
}
