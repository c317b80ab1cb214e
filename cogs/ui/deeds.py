"""What can be asked for by a button, a menu or a form, each by the word in its custom id."""

from enum import Enum
from typing import Final


class Deed(Enum):
    """What a press asks for. The values stand in messages for years: never reuse one."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
    CHOOSE = "choose"
    PLACE = "place"
    RESIGN = "resign"
    REALLY_RESIGN = "really-resign"
    KEEP_PLAYING = "keep-playing"
    EXPLAIN = "explain"
    PLACE_IN = "place-in"
    SHOW = "show"
    RESIGN_IN = "resign-in"
    PICK = "pick"
    PICK_SQUARE = "pick-square"
    TYPE_IT = "type"
    TYPED = "typed"
    PREFER = "prefer"
    PREFERENCES = "preferences"
    TELL = "tell"
    REMIND = "remind"
    HOURS = "hours"
    HOURS_TYPED = "hours-typed"
    HUSH = "hush"
    UNHUSH = "unhush"
    REMATCH = "rematch"
    RULES = "rules"
    LIFT = "lift"
    KEEP_SEAM = "keep-seam"
    LAY_SEAM = "lay-seam"
    CLAIM = "claim"
    REALLY_CLAIM = "really-claim"
    OFFER_DRAW = "offer-draw"
    ACCEPT_DRAW = "accept-draw"
    DECLINE_DRAW = "decline-draw"
    WITHDRAW_DRAW = "withdraw-draw"
    THEME = "theme"
    THREATS = "threats"
    SERVER_THEME = "server-theme"
    EXPORT_IN = "export-in"
    REPLAY = "replay"
    REPLAY_IN = "replay-in"
    REPLAY_JUMP = "replay-jump"
    REPLAY_JUMPED = "replay-jumped"
    ANIMATE = "animate"
    ANALYSE = "analyse"
    ANALYSE_SHARE = "analyse-share"
    MORE = "more"
    DECLINE_WHY = "decline-why"
    OTHER_TERMS = "other-terms"
    OTHER_TERMS_SENT = "other-terms-sent"
    CHALLENGE_IN = "challenge-in"
    WELCOME = "welcome"
    TAKES_FROM = "takes-from"
    UNBLOCK = "unblock"
    SETTINGS = "settings"
    WEEK_PREVIEW = "week-preview"
    SET = "set"
    SET_CHANNEL = "set-channel"
    SET_ROLE = "set-role"
    UNSET = "unset"
    LIMITS = "limits"
    LIMITS_TYPED = "limits-typed"
    CHECK = "check"
    LOG = "log"
    BARS = "bars"
    END_MATCH = "end-match"
    TAKE_BACK = "take-back"
    ASK_TAKEBACK = "ask-takeback"
    ACCEPT_TAKEBACK = "accept-takeback"
    AGREE_TAKEBACK = "agree-takeback"
    DECLINE_TAKEBACK = "decline-takeback"
    WITHDRAW_TAKEBACK = "withdraw-takeback"
    REALLY_CALL_OFF = "really-call-off"
    GIVE_DAY = "give-day"
    VACATION = "vacation"
    VACATION_END = "vacation-end"
    GAMES = "games"
    GAMES_SHOWN = "games-shown"
    NEXT = "next"
    WATCH = "watch"
    UNWATCH = "unwatch"
    UNWATCH_IN = "unwatch-in"
    WATCHED = "watched"
    PLAN = "plan"
    PLAN_ON = "plan-on"
    PLAN_AFTER = "plan-after"
    PLAN_ASK = "plan-ask"
    PLAN_SQUARE = "plan-square"
    PLAN_SEAM = "plan-seam"
    PLAN_SEAM_KEPT = "plan-seam-kept"
    PLAN_KEEP = "plan-keep"
    PLAN_DROP = "plan-drop"
    PLAN_CLEAR = "plan-clear"
    HINT = "hint"
    HINT_IN = "hint-in"
    HINT_ANYWAY = "hint-anyway"
    HINT_PLAY = "hint-play"
    LEADERBOARD = "leaderboard"
    LEADERBOARD_OF = "leaderboard-of"
    LEADERBOARD_BY = "leaderboard-by"
    LEADERBOARD_POST = "leaderboard-post"
    LEADERBOARD_RULES = "leaderboard-rules"
    SEASON_END = "season-end"
    SEASON_REALLY_END = "season-really-end"
    SEASON_END_NOW = "season-end-now"
    SEASON_KEEP = "season-keep"
    LISTING = "listing"
    VOID_MATCH = "void-match"
    PROFILE = "profile"
    HISTORY = "history"
    HISTORY_BY = "history-by"
    MATCH_IN = "match-in"
    EXPORT = "export"
    PRACTISE = "practise"
    PRACTISE_BY = "practise-by"
    PRACTISE_BEGIN = "practise-begin"
    OTHER_LEVEL = "other-level"
    PRIVACY_EXPORT = "privacy-export"
    PRIVACY_DELETE = "privacy-delete"
    PRIVACY_REALLY_DELETE = "privacy-really-delete"
    PRIVACY_KEEP = "privacy-keep"
    PUZZLE = "puzzle"
    PUZZLE_ASK = "puzzle-ask"
    PUZZLE_SQUARE = "puzzle-square"
    PUZZLE_SEAM = "puzzle-seam"
    PUZZLE_SEAM_KEPT = "puzzle-seam-kept"
    PUZZLE_ANSWER = "puzzle-answer"
    PUZZLE_GIVE_UP = "puzzle-give-up"
    PUZZLE_REALLY_GIVE_UP = "puzzle-really-give-up"
    PUZZLE_ANOTHER = "puzzle-another"
    PUZZLE_BY = "puzzle-by"
    PUZZLE_SHARE = "puzzle-share"
    PUZZLE_STREAKS = "puzzle-streaks"


MENUS: Final = (
    Deed.VACATION,
    Deed.PLACE_IN,
    Deed.SHOW,
    Deed.RESIGN_IN,
    Deed.PICK_SQUARE,
    Deed.REPLAY_IN,
    Deed.LAY_SEAM,
    Deed.THEME,
    Deed.TELL,
    Deed.REMIND,
    Deed.SERVER_THEME,
    Deed.EXPORT_IN,
    Deed.CHALLENGE_IN,
    Deed.TAKES_FROM,
    Deed.UNBLOCK,
    Deed.SET,
    Deed.GAMES_SHOWN,
    Deed.UNWATCH_IN,
    Deed.PLAN_AFTER,
    Deed.PLAN_SQUARE,
    Deed.PLAN_SEAM,
    Deed.PLAN_DROP,
    Deed.HINT_IN,
    Deed.LEADERBOARD_OF,
    Deed.LEADERBOARD_BY,
    Deed.HISTORY_BY,
    Deed.PUZZLE_SQUARE,
    Deed.PUZZLE_SEAM,
    Deed.PUZZLE_BY,
    Deed.MATCH_IN,
    Deed.PRACTISE_BY,
)
CHANNEL_MENUS: Final = (Deed.SET_CHANNEL,)
ROLE_MENUS: Final = (Deed.SET_ROLE,)
FORMS: Final = (
    Deed.TYPED,
    Deed.REPLAY_JUMPED,
    Deed.HOURS_TYPED,
    Deed.DECLINE_WHY,
    Deed.OTHER_TERMS_SENT,
    Deed.LIMITS_TYPED,
    Deed.END_MATCH,
    Deed.VOID_MATCH,
)
NO_BUTTONS: Final = (*MENUS, *CHANNEL_MENUS, *ROLE_MENUS, *FORMS)
