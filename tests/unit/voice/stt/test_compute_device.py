from dataclasses import dataclass, field

import pytest

from assistant.voice.stt.compute_device import (
    COMPUTE_TYPES,
    ComputeDevice,
    DeviceSetting,
    devices_to_try,
    load_on_best_device,
)

CPU, CUDA = ComputeDevice


@pytest.mark.parametrize(
    ("setting", "count", "expected"),
    [
        ("auto", 0, (CPU,)),
        ("auto", 1, (CUDA, CPU)),
        ("auto", 2, (CUDA, CPU)),
        ("cuda", 0, (CPU,)),
        ("cuda", 1, (CUDA, CPU)),
        ("cpu", 0, (CPU,)),
        ("cpu", 1, (CPU,)),
    ],
)
def test_the_cpu_is_always_the_last_resort(
    setting: DeviceSetting, count: int, expected: tuple[ComputeDevice, ...]
) -> None:
    assert devices_to_try(setting, cuda_devices=count) == expected


def test_each_device_has_a_type_to_compute_with() -> None:
    assert set(COMPUTE_TYPES) == set(ComputeDevice)


@dataclass
class Library:
    """Loads models that are named for their device; some fail when they load, some when they compute."""

    broken: dict[ComputeDevice, Exception] = field(default_factory=dict[ComputeDevice, Exception])
    breaks_late: bool = False
    loaded: list[ComputeDevice] = field(default_factory=list[ComputeDevice])
    computed: list[ComputeDevice] = field(default_factory=list[ComputeDevice])

    def load(self, device: ComputeDevice) -> ComputeDevice:
        self.loaded.append(device)
        if device in self.broken and not self.breaks_late:
            raise self.broken[device]
        return device

    def compute_once(self, model: ComputeDevice) -> None:
        self.computed.append(model)
        if model in self.broken:
            raise self.broken[model]


def on_best(
    library: Library, setting: DeviceSetting = "auto", *, count: int = 1
) -> tuple[ComputeDevice, ComputeDevice]:
    return load_on_best_device(
        setting, cuda_devices=count, load=library.load, compute_once=library.compute_once
    )


def test_a_graphics_processor_that_computes_is_used() -> None:
    library = Library()
    assert on_best(library) == (CUDA, CUDA)
    assert library.computed == [CUDA]


def test_a_model_on_the_cpu_is_not_tried_out() -> None:
    library = Library()
    assert on_best(library, count=0) == (CPU, CPU)
    assert library.computed == []


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("Library libcublas.so.12 is not found or cannot be loaded"),
        RuntimeError("CUDA failed with error out of memory"),
        ValueError("Requested int8 compute type, but the target device does not support it"),
    ],
    ids=lambda error: str(error).split()[1],
)
@pytest.mark.parametrize("breaks_late", [False, True], ids=["as it loads", "as it computes"])
def test_one_that_does_not_work_leaves_the_cpu(
    error: Exception, breaks_late: bool, caplog: pytest.LogCaptureFixture
) -> None:
    library = Library(broken={CUDA: error}, breaks_late=breaks_late)
    assert on_best(library) == (CPU, CPU)
    assert library.loaded == [CUDA, CPU]
    assert str(error) in caplog.text


def test_a_file_that_is_damaged_is_an_error_of_the_cpu() -> None:
    damaged = RuntimeError("Unsupported model binary version")
    library = Library(broken={CUDA: damaged, CPU: damaged})
    with pytest.raises(RuntimeError, match="binary version"):
        on_best(library)
