"""What answers a question of yes or no in Chinese."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged


def yes_or_no() -> dict[str, PhraseMeaning]:
    """Return what means something else where only yes or no is asked."""
    return {
        **tagged(
            PhraseTag.YES,
            "嗯嗯嗯|妥|妥了|中|成|走起|搞起|安排|收到|收到了|没毛病|没意见|我没意见|没有意见|没异议|无异议|可以了|可以啊|行的|好哒|好滴|好的好的|嗯好|y|ok的|okok|确认|同意的|就是|必须的|必须|当然行|没事|那当然|正是|准了|批准|放心|👍|👌|✅|🙆|对的对的|是是是|要得|干吧|冲|都行吧|好说|没啥问题|我看行|我觉得行|我觉得可以|有何不可|不是问题|那好|那行|那好吧",
        ),
        **tagged(PhraseTag.QUESTION, "真的|真的吗|确定吗|你确定"),
        **tagged(
            PhraseTag.YES, "嗯呢|没什么不可以的|有什么不行的|有什么不可以的|没啥不行的|都备份好了"
        ),
        **tagged(PhraseTag.NO, "当然不|绝对不行|绝对不|不了|先不要|否"),
        # Verbs that rule an option out; here the question may be about just that.
        **tagged(PhraseTag.UNKNOWN, "覆盖|丢掉|扔掉|代替|去掉|排除"),
        **tagged(
            PhraseTag.UNSURE,
            "不是不可以|不是不行|不是不能|也不是不行|也不是不可以|也不是不能|不是不想|又不是不行",
        ),
        # "You are welcome" answers thanks.
        **tagged(PhraseTag.UNSURE, "不客气|不用客气|别客气|不用谢|不谢"),
        **tagged(PhraseTag.NO, "不用了谢谢|不用谢谢|不了谢谢|不要了谢谢|谢谢不用了|谢谢不用"),
        **tagged(
            PhraseTag.NO, "还是别了|还是不了|还是不用了|没必要了|用不着|用不到|大可不必|没这必要"
        ),
        **tagged(
            PhraseTag.YES,
            *(
                f"{head}{tail}"
                for head in ("就是", "正是", "是")
                for tail in ("它", "这个", "那个", "他", "她", "这样", "的")
            ),
            *(
                f"{head}{tail}"
                for head in ("早就", "去年就", "已经", "一直都", "当然", "肯定", "早")
                for tail in ("有了", "有", "有的")
            ),
            "有一个|有两个|有啊|有呀|有呢|那最好了|最好了|那太好了|那就太好了|再好不过|再好不过了|求之不得|非常乐意|很乐意|乐意|愿意|我愿意|麻烦了|麻烦你了|麻烦您了|麻烦你|拜托了|辛苦了|有劳了|准了|批准|允许|同意|我同意|赞成|我赞成|没错|正确|完全正确|千真万确|那当然|必须的|必须|一定|肯定|肯定的|毫无疑问|好主意|好想法|不错的主意|这主意不错|正合我意|就这么办|就这样吧|就这么定了|说得对|说的对|可不是嘛|是的呢|对对对|是是是|行行行|好好好|要要要|怎么不|求你了|快点吧|赶紧吧",
        ),
        **tagged(
            PhraseTag.NO,
            *(
                f"{head}{tail}"
                for head in ("不是", "不对")
                for tail in ("它", "这个", "那个", "他", "她", "这样", "的", "是另一个", "是别的")
            ),
            "没呢|没有呢|还没呢|还没有|没有过|从来没有|从没有过|没用过|没注册过|没做过|错了|错的|弄错了|搞错了|不对的|不允许|不同意|我不同意|反对|我反对|拒绝|不批准|不感兴趣|没兴趣|我自己来|我自己做|我自己弄|自己来|不用了谢谢|不用谢谢|不必了|没必要|没这个必要|不需要了|想都别想|做梦|门都没有|绝不|绝不行|绝对不行|当然不行|当然不|肯定不|肯定不行|怎么可能|不可能|那可不行|那不行|这不行|另一个|是另一个|别的那个|恐怕不行|算了吧|免了|免了吧",
        ),
    }
