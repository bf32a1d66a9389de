import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './grades.en.ts'

/** Grades as families see them. */
export const messages: Translation<typeof english> = {
  grades: {
    title: '成绩',
    print: '打印成绩',
    report: '{name}的成绩',
    term: '学期',
    none: '目前没有成绩。老师发布后会显示在这里。',
    noneInClass: '还没有发布成绩。',
    soFar: '目前成绩',
    final: '总成绩',
    left: '{day} 离开本班',
    untilLeft: '截至当时',
    outOf: '{points} / {max} 分',
    excused: '免计',
    removed: '已取消',
    dropped: '最低分，不计入',
    weight: '占 {percent}',
    dropLowest: '{n, plural, other {去掉 # 个最低分}}',
    noScores: '暂无成绩',
    amended: '{day} 修改：{reason}',
    planChanged: '{day} 调整了本班的评分方式：{reason}',
    noScoresLeft: '没有成绩',
    howLeft: '同一类里每次成绩同等重要；没有成绩的类别不计入。',
    how: '同一类里每次成绩同等重要；还没有成绩的类别暂不计入。',
  },
}
