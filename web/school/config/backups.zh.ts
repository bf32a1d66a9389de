import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './backups.en.ts'

/** Texts of the office's backups page. */
export const messages: Translation<typeof english> = {
  backups: {
    last: '最近一次备份',
    none: '还没有备份',
    take: '立即备份',
    taking: '正在备份……',
    takingHint: '您可以继续工作，备份完成后会显示在这里。',
    facts: {
      at: '时间',
      size: '大小',
      folder: '服务器上的文件夹',
      file: '文件',
      protection: '保护',
      next: '下一次',
    },
    encrypted: '已加密',
    encryptedHint: '恢复时只需要这个文件和 BACKUP_PASSPHRASE；没有密码，谁也打不开。',
    open: '未加密',
    openHint: '拿到文件的人都能读取内容。恢复时还需要这台服务器的 secret.key 文件（或 SECRET_KEY），备份里没有它。',
    soon: '一小时之内',
    never: '无：自动备份已关闭',
    demo: '无：演示不会自动备份',
    isGone: '已不在文件夹中',
    warning: {
      failed: {
        title: '最近一次备份没有成功',
        full: '磁盘已满。请在服务器上腾出空间，或减少保留的份数。',
        folder: '无法写入 {folder}。请让管理服务器的人检查这个文件夹和它的权限。',
        other: '服务器出了问题，详情见服务器日志。',
        again: '系统每小时会再试一次。',
      },
      old: { title: '最近一次备份已超过两天', text: '请立即备份，并确认服务器夜间没有关机。' },
      never: { title: '还没有任何备份', text: '请立即备份。在此之前，磁盘一旦损坏，所有数据都会丢失。' },
      off: { title: '自动备份已关闭', text: '只有按“立即备份”时才会备份。' },
    },
    elsewhere: {
      title: '请在别处再存一份',
      machine: '如果这台服务器丢失或损坏，上面的备份也会一起丢失。请每天把这个文件夹复制到别处。',
      key: '请另外保存 secret.key，不要和备份放在一起：没有它，未加密的备份无法恢复。',
      passphrase: '设置 BACKUP_PASSPHRASE 后，新的备份会加密并包含密钥。请把密码和备份分开保存。',
      isSet: '已设置 BACKUP_PASSPHRASE，新的备份会加密并包含密钥。请把密码和备份分开保存。',
    },
    export: {
      title: '带走全部资料',
      what: '一个压缩包，包含学校的全部资料：表格和 JSON、文件和图片，以及 OneRoster 班级名单。README 说明每个文件。空的 Lantern 可以导入它。',
      careful:
        '其中的孩子和家庭资料没有加密。系统会要求您输入密码，所有全权管理员会收到邮件，变更记录中也会留下一条。密码和密钥不包括在内。',
      carefulKept: '其中的孩子和家庭资料没有加密。系统会要求您输入密码，变更记录中会留下一条。密码和密钥不包括在内。',
      button: '下载全部资料',
      begun: '正在整理文件，完成后开始下载。',
    },
    setting: '自动备份',
    isOn: '每天备份',
    isOnHint: '一个文件，包含全部数据、照片和文件。',
    hour: '时间',
    hourHint: '在此后一小时内进行，以学校时间为准。',
    keep: '保留份数',
    keepHint: '超过时删除最旧的。1 到 365。',
    save: '保存备份设置',
    saved: '备份设置已保存。',
    history: { on: '每天 {time}，保留 {n} 份', off: '关闭，保留 {n} 份' },
    list: { title: '保留的备份', count: '{n} 份，最多 {keep} 份', older: '{n, plural, other {还有 # 份更早的}}' },
  },
}
