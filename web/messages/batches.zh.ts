import type { messages as english } from './batches.en.ts'
import type { Translation } from './catalogue.ts'

export const messages: Translation<typeof english> = {
  batches: {
    title: '最近的批量更改',
    lead: '一次更改多条记录的操作，24 小时内都可以整体撤销，前提是之后没有人再改动过其中的内容。',
    caption: '批量更改',
    count: '{n, plural, other {# 次更改}}',
    search: '按姓名或文件名搜索',
    what: '内容',
    who: '操作人',
    at: '时间',
    undo: '撤销',
    undoLabel: '撤销：{what}',
    undone: '已撤销，一切恢复原样。',
    undoneBy: '{name} 已于 {at} 撤销',
    final: '已不能撤销',
    empty: '还没有批量更改过记录。',
    kind: {
      imports_apply: '导入：{n, plural, other {# 个孩子}}',
      promotions_copyClasses: '{n, plural, other {复制了 # 个班到另一学期}}',
      promotions_apply: '{n, plural, other {升班保留了 # 个名额}}',
      promotions_release: '{n, plural, other {释放了 # 个未确认的名额}}',
      oneroster_apply: '{n, plural, other {导入了 OneRoster 文件的 # 行}}',
      other: '{n, plural, other {更改了 # 条记录}}',
      students_archive: '{n, plural, other {归档了 # 名学生}}',
      students_restore: '{n, plural, other {恢复了 # 名学生}}',
      students_changeGrades: '{n, plural, other {更改了 # 名学生的年级}}',
      parents_archive: '{n, plural, other {归档了 # 个家庭}}',
      parents_restore: '{n, plural, other {恢复了 # 个家庭}}',
      teachers_archive: '{n, plural, other {归档了 # 位老师}}',
      teachers_restore: '{n, plural, other {恢复了 # 位老师}}',
      duplicates_merge: '两份资料合为一份',
    },
  },
}
